// Waits that grow, so that a server that comes back is not trampled.
export class Backoff {
  private tries = 0;

  constructor(
    private readonly firstMs = 500,
    private readonly longestMs = 20_000,
  ) {}

  // At least what the server asks for.
  next(leastMs = 0): number {
    const wait = Math.min(this.longestMs, this.firstMs * 2 ** this.tries++);
    return leastMs + wait * (0.75 + 0.5 * Math.random());
  }

  reset(): void {
    this.tries = 0;
  }
}
