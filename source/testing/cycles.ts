/** For each node: its place in the search order, and the earliest reachable node. */
interface Visit {
	readonly order: number;
	earliest: number;
}

/** Strongly connected components of two or more nodes. @see https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm */
const knots = (nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[][] => {
	const visits = new Map<string, Visit>();
	const open: string[] = [];
	const found: string[][] = [];
	const visit = (node: string): Visit => {
		const own: Visit = {order: visits.size, earliest: visits.size};
		visits.set(node, own);
		open.push(node);
		for (const other of next(node)) {
			const known = visits.get(other);
			if (!known) {
				own.earliest = Math.min(own.earliest, visit(other).earliest);
			} else if (open.includes(other)) {
				own.earliest = Math.min(own.earliest, known.order);
			}
		}

		if (own.earliest === own.order) {
			const knot = open.splice(open.indexOf(node));
			if (knot.length > 1) {
				found.push(knot);
			}
		}

		return own;
	};

	for (const node of nodes) {
		if (!visits.has(node)) {
			visit(node);
		}
	}

	return found;
};

/** The shortest path from a node back to itself within its component. */
const shortestCycle = (
	start: string,
	knot: ReadonlySet<string>,
	next: (node: string) => Iterable<string>,
): readonly string[] => {
	const ways: Array<readonly string[]> = [[start]];
	const seen = new Set<string>();
	for (const way of ways) {
		for (const other of next(way.at(-1) ?? start)) {
			if (other === start) {
				return [...way, start];
			}

			if (knot.has(other) && !seen.has(other)) {
				seen.add(other);
				ways.push([...way, other]);
			}
		}
	}

	return [start];
};

/**
The cycles of a graph: for each strongly connected component, the shortest cycle through its first node.

@param next the targets of a node's edges.
@returns each as `a → b → a`.
*/
export const cyclesOf = (nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[] =>
	knots(nodes, next).map((knot) => shortestCycle([...knot].sort()[0] ?? '', new Set(knot), next).join(' → '));
