/** What is true of a stage in every language. Its key is the stage, or the beginning of those it stands for; `*` is any one segment. */
export interface Stage {
	/** Page of the Kubernetes documentation, below kubernetes.io/docs/. */
	readonly documentation: string;
	/** Where upstream does it. */
	readonly upstream: string;
	/** The command or file that shows this on a live cluster; `{object}` stands for `pod web -n shop`, `{kind}`, `{name}` and `{key}` for its parts, `{keys}` for the prefix of all keys in etcd. */
	readonly real: string;
}

/** What a stage is called, in one language. */
export interface Title {
	readonly title: string;
	/** What happens at such a stop, and why: a sentence. */
	readonly about: string;
}
