/** A place in the pipeline: what a stop's stage means. */
export interface Stage {
	/** The stage, or the beginning of those it stands for; `*` is any one segment. */
	readonly id: string;
	readonly title: string;
	/** What happens at such a stop, and why. */
	readonly sentence: string;
	/** Page of the Kubernetes documentation. */
	readonly documentation: string;
	/** Where upstream does it. */
	readonly upstream: string;
	/** The command or file with which one sees the same on a live cluster; `{object}` stands for `pod web -n shop`, `{kind}`, `{name}` and `{key}` for its parts. */
	readonly real: string;
}

/**
An entry of the catalogue.

@param page below kubernetes.io/docs/.
*/
export const stage = (
	id: string,
	title: string,
	sentence: string,
	page: string,
	upstream: string,
	real: string,
): Stage => ({
	id,
	title,
	sentence,
	documentation: `https://kubernetes.io/docs/${page}`,
	upstream,
	real,
});
