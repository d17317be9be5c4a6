import { copyValue } from '../checkpoint/copy-value.js';
import type { ValueCodec } from '../checkpoint/value-codec.js';

/**
 * One stored value and what readers see of it. Every reader gets a copy of what the store would answer, so that a step
 * sees the same value whether or not the run was stored in between, and one reader's changes never reach another.
 */
export class ValueCell {
  #decoded: unknown;
  #isDecoded = false;

  constructor(
    readonly text: string,
    private readonly codec: ValueCodec,
    /** Makes instances of contract classes again. */
    private readonly revive: ((plain: unknown) => unknown) | null = null,
  ) {}

  static of(value: unknown, codec: ValueCodec, where: () => string, revive?: (plain: unknown) => unknown): ValueCell {
    const cell = new ValueCell(codec.encode(value, where), codec, revive ?? null);
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') {
      cell.#decoded = value;
      cell.#isDecoded = true;
    }
    return cell;
  }

  /** The one decoded instance, for looking only: what leaves to user code must be a copy. */
  shared(): unknown {
    if (!this.#isDecoded) {
      const plain = this.codec.decode(this.text);
      this.#decoded = this.revive === null ? plain : this.revive(plain);
      this.#isDecoded = true;
    }
    return this.#decoded;
  }

  copy(): unknown {
    return copyValue(this.shared());
  }
}
