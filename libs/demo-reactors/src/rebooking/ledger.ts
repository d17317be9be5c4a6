/** Double-entry bookkeeping: amounts only ever move between accounts, so the total stays what was opened. */
export class Ledger {
  private readonly balances = new Map<string, number>();

  /** Adds an amount from outside; the only way the total grows. */
  open(account: string, amount: number): void {
    this.balances.set(account, this.balance(account) + amount);
  }

  /** Moves the amount; false, and nothing moved, when the account holds less. */
  move(amount: number, from: string, to: string): boolean {
    if (this.balance(from) < amount) return false;
    this.balances.set(from, this.balance(from) - amount);
    this.balances.set(to, this.balance(to) + amount);
    return true;
  }

  balance(account: string): number {
    return this.balances.get(account) ?? 0;
  }

  /** Sum of all accounts whose names begin so; without a prefix, of all. */
  total(prefix = ''): number {
    let sum = 0;
    for (const [account, amount] of this.balances) if (account.startsWith(prefix)) sum += amount;
    return sum;
  }
}
