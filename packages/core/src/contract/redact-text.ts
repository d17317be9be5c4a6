/** What stands in the place of a hidden value. */
export const REDACTED = '[REDACTED]';

/** Shorter values are too common to be replaced in free text: hiding every `42` would hide more than the secret. */
export const SECRET_LENGTH = 4;

/**
 * The text with every secret replaced, as it is, as JSON writes it and as a URL writes it.
 *
 * `secrets` as `Redaction.secrets` gives them, longest first.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets) {
    if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, REDACTED);
    if (/^[\w-]*$/.test(secret)) continue;
    for (const written of [JSON.stringify(secret).slice(1, -1), uriOf(secret)]) {
      if (written !== secret && redacted.includes(written)) redacted = redacted.replaceAll(written, REDACTED);
    }
  }
  return redacted;
}

/** As `redactText`, for a message about the hidden value itself: short values are replaced too, where they stand alone. */
export function redactMessage(message: string, secrets: readonly string[]): string {
  const short = secrets.filter((secret) => secret.length < SECRET_LENGTH);
  return short.reduce(
    (text, secret) =>
      text.replace(new RegExp(`(?<!\\w)${secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?!\\w)`, 'g'), REDACTED),
    redactText(
      message,
      secrets.filter((secret) => secret.length >= SECRET_LENGTH),
    ),
  );
}

function uriOf(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // A lone surrogate cannot stand in a URL.
    return secret;
  }
}
