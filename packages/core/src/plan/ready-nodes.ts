/**
 * Nodes that are ready to start, lowest declaration index first. A binary heap of indexes: `push` and `pop` cost
 * O(log n), so that the time of a step does not grow with the number of ready nodes.
 */
export class ReadyQueue {
  private readonly heap: number[] = [];

  get size(): number {
    return this.heap.length;
  }

  clear(): void {
    this.heap.length = 0;
  }

  /** Adds a node; the caller adds each at most once. */
  push(index: number): void {
    const heap = this.heap;
    let place = heap.length;
    heap.push(index);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent] as number;
      if (above <= index) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = index;
  }

  /** Takes the lowest index; undefined when none is ready. */
  pop(): number | undefined {
    const heap = this.heap;
    const lowest = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return lowest;
    this.sink(last);
    return lowest;
  }

  private sink(index: number): void {
    const heap = this.heap;
    const length = heap.length;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= length) break;
      const right = child + 1;
      if (right < length && (heap[right] as number) < (heap[child] as number)) child = right;
      const below = heap[child] as number;
      if (below >= index) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = index;
  }
}
