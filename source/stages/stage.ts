/** The language-independent part of a stage. Its key is the stage, or a prefix of several stages; `*` is any one segment. */
export interface Stage {
	/** Page of the Kubernetes documentation, below kubernetes.io/docs/. */
	readonly documentation: string;
	/** The stage's place in upstream's code. */
	readonly upstream: string;
	/**
	The command or file that shows this on a live cluster. `{object}` stands for `pod web -n shop`, `{kind}`, `{name}` and `{key}` for its parts.
	`{keys}` is the prefix of all keys in etcd. `{command}` is the command of kubectl that leads to the stop, and `{file}` is its file.
	*/
	readonly real: string;
}

/** The title of a stage in one language. */
export interface Title {
	readonly title: string;
	/** The event at such a stop, and its reason: a sentence. */
	readonly about: string;
}
