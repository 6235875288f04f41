/** One-way links between hosts, for the group and for the agents; each of the two can also be cut alone. */
export class Network {
  private readonly link: boolean[][];
  private readonly rpcCut = new Set<string>();
  private readonly groupCut = new Set<string>();

  constructor(private readonly size: number) {
    this.link = Array.from({ length: size }, () => Array.from({ length: size }, () => true));
  }

  /** True when packets from one host reach the other. */
  reaches(from: number, to: number): boolean {
    return from === to || this.link[from]?.[to] === true;
  }

  /** True when the group's messages from one server reach the other. */
  isHeard(from: number, to: number): boolean {
    return this.reaches(from, to) && !this.groupCut.has(pairKey(from, to));
  }

  /** True when both servers hear each other in the group. */
  areConnected(a: number, b: number): boolean {
    return this.talks(a, b) && !this.groupCut.has(pairKey(a, b));
  }

  /** True when both hosts reach each other. */
  talks(a: number, b: number): boolean {
    return this.reaches(a, b) && this.reaches(b, a);
  }

  /** True when two agents can exchange a request and its answer. */
  rpcWorks(a: number, b: number): boolean {
    return this.talks(a, b) && !this.rpcCut.has(pairKey(a, b));
  }

  /** Cuts or restores one direction. */
  setLink(from: number, to: number, isUp: boolean): void {
    const row = this.link[from];
    if (row !== undefined) row[to] = isUp;
  }

  /** Cuts or restores both directions between a host and all others. */
  setHost(host: number, isUp: boolean): void {
    for (let other = 0; other < this.size; other += 1) {
      if (other === host) continue;
      this.setLink(host, other, isUp);
      this.setLink(other, host, isUp);
    }
  }

  /** Cuts or restores the agents' port only. */
  setRpc(a: number, b: number, isUp: boolean): void {
    if (isUp) this.rpcCut.delete(pairKey(a, b));
    else this.rpcCut.add(pairKey(a, b));
  }

  /** Cuts or restores the group's port only. */
  setGroup(a: number, b: number, isUp: boolean): void {
    if (isUp) this.groupCut.delete(pairKey(a, b));
    else this.groupCut.add(pairKey(a, b));
  }

  /** True when no link of the group is cut. */
  isWhole(): boolean {
    if (this.groupCut.size > 0) return false;
    return this.link.every((row, from) => row.every((isUp, to) => from === to || isUp));
  }
}

function pairKey(a: number, b: number): string {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}
