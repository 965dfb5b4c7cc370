import {isFixed} from '../network/proxy/iptables.js';

/** The chain of a rule: `-A CHAIN …`. */
const chainOf = (line: string): string => line.split(' ')[1] ?? '';

/** The chain that a line declares: `:CHAIN …`. */
const declaredBy = (line: string): string => line.slice(1).split(' ')[0] ?? '';

/** The Service's chain to which a rule jumps. */
const targetOf = (rule: string): string | undefined => {
	const target = /-j (KUBE-\S+)/.exec(rule)?.[1];
	return target !== undefined && !isFixed(target) ? target : undefined;
};

/** The rules of a table for a namespace's Services, and the chains that they reach. */
const rulesAbout = (rules: readonly string[], namespace: string | undefined): ReadonlySet<string> => {
	const about = new RegExp(`--comment "?(?:[^"]* )?${namespace ?? '[a-z0-9-]+'}/[a-z0-9-]+`);
	const kept = new Set(
		rules.filter((rule) => isFixed(chainOf(rule)) && about.test(rule) === (namespace !== undefined)),
	);
	const reached = new Set([...kept].map((rule) => targetOf(rule)));
	// Chains are in the order in which they can be reached.
	for (const rule of rules) {
		if (reached.has(chainOf(rule))) {
			kept.add(rule);
			reached.add(targetOf(rule));
		}
	}

	return kept;
};

/**
The part of a dump about a namespace's Services; without a namespace, the part independent of Services.

@param text the output of {@link iptables}.
*/
export const iptablesOf = (text: string, namespace?: string): string =>
	text
		.split(/(?=^\*)/m)
		.map((table) => {
			const lines = table.trimEnd().split('\n');
			const kept = rulesAbout(
				lines.filter((line) => line.startsWith('-A ')),
				namespace,
			);
			const chains = new Set([...kept].map((rule) => chainOf(rule)));
			return lines
				.filter((line) =>
					line.startsWith('-A ')
						? kept.has(line)
						: !line.startsWith(':') ||
							chains.has(declaredBy(line)) ||
							(namespace === undefined && isFixed(declaredBy(line))),
				)
				.map((line) => `${line}\n`)
				.join('');
		})
		.join('');
