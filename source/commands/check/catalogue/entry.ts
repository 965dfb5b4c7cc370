/** The weight of a finding: an error keeps the Pods from their purpose, a warning does not, an assumption may hide an error, a note is information. */
export type Severity = 'error' | 'warning' | 'assumed' | 'note';

/** Severities, the heaviest first. */
export const severities: readonly Severity[] = ['error', 'warning', 'assumed', 'note'];

/** A finding of the catalogue: the content of `check --explain`. */
export interface Entry {
	/** The number, such as `W012`; its meaning never changes. */
	readonly id: string;
	/** `service-selects-nothing`. */
	readonly name: string;
	readonly severity: Severity;
	/** The finding in a line. */
	readonly what: string;
	/** The reason why it matters, as an effect in Kubernetes. */
	readonly why: string;
	/** The stage of the pipeline that decides it, which is a breakpoint too. */
	readonly stage: string;
	/** How to repair it. */
	readonly mend: string;
	/** Page of the Kubernetes documentation, below https://kubernetes.io/docs/. */
	readonly page: string;
	/** Symptoms of the diagnosis that it covers. */
	readonly symptoms?: readonly string[];
	/** Words of a refusal that it covers. */
	readonly words?: RegExp;
}
