export const firstNodePort = 30_000;
export const lastNodePort = 32_767;
/** The size of the lower part, which is reserved for chosen ports. */
const reserved = 86;
/** The first of the ports that a dry run invents. */
const firstMadeUp = 32_769;

/** The node ports in use. A port is in use for every protocol. */
export class NodePorts {
	readonly #taken = new Set<number>();

	clear(): void {
		this.#taken.clear();
	}

	has(port: number): boolean {
		return this.#taken.has(port);
	}

	/** Takes a port, even if it is already taken. */
	take(port: number): void {
		this.#taken.add(port);
	}

	release(port: number): void {
		this.#taken.delete(port);
	}

	/** A free port, preferably above the reserved part; `undefined` if no port is free. */
	free(below: (bound: number) => number): number | undefined {
		const span = lastNodePort - firstNodePort + 1 - reserved;
		const start = below(span);
		for (let index = 0; index < span; index++) {
			const port = firstNodePort + reserved + ((start + index) % span);
			if (!this.#taken.has(port)) {
				return port;
			}
		}

		for (let port = firstNodePort; port < firstNodePort + reserved; port++) {
			if (!this.#taken.has(port)) {
				return port;
			}
		}

		return undefined;
	}
}

/**
The ports that one request takes and releases. A dry run takes none: it makes up port numbers, and does not check whether a chosen port is in the range.

@mirrors k8s.io/kubernetes/pkg/registry/core/service/portallocator PortAllocationOperation
*/
export class NodePortOperation {
	readonly #taken: number[] = [];
	readonly #released: number[] = [];

	constructor(
		readonly ports: NodePorts,
		readonly dryRun: boolean,
		readonly below: (bound: number) => number,
	) {}

	/** Takes a chosen port. @returns the error, if it cannot be taken */
	take(port: number): string | undefined {
		if (!this.dryRun && (port < firstNodePort || port > lastNodePort)) {
			return `provided port is not in the valid range. The range of valid ports is ${firstNodePort}-${lastNodePort}`;
		}

		if (this.ports.has(port) || this.#taken.includes(port)) {
			return 'provided port is already allocated';
		}

		this.#hold(port);
		return undefined;
	}

	/** Takes a free port; `undefined` when the range is full. */
	takeFree(): number | undefined {
		const madeUp = this.#taken.length === 0 ? firstMadeUp : Math.max(...this.#taken) + 1;
		const port = this.dryRun ? madeUp : this.ports.free(this.below);
		if (port !== undefined) {
			this.#hold(port);
		}

		return port;
	}

	#hold(port: number): void {
		this.#taken.push(port);
		if (!this.dryRun) {
			this.ports.take(port);
		}
	}

	/** Releases a port once the request has succeeded. */
	releaseLater(port: number): void {
		this.#released.push(port);
	}

	commit(): void {
		this.#give(this.#released);
	}

	revert(): void {
		this.#give(this.#taken);
	}

	#give(ports: readonly number[]): void {
		if (!this.dryRun) {
			for (const port of ports) {
				this.ports.release(port);
			}
		}
	}
}
