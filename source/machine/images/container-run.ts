/** The way in which a container runs its image. */
export interface Run {
	/** Name of the image as the Pod writes it. */
	readonly image: string;
	readonly command?: readonly string[];
	readonly args?: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	/** Paths in the container where volumes are mounted. */
	readonly mounts?: readonly string[];
	readonly hostname: string;
	readonly namespace: string;
	readonly node?: string;
	readonly nodeIP?: string;
	/** Whether it ran before the simulation: it works with the options that it has. */
	readonly isRestored?: true;
	/** Ports that the container declares. */
	readonly declared: readonly number[];
	/** Ports that probes and Services name as well. */
	readonly asked: readonly number[];
	/** Its purpose: to serve, to run to completion, or to end in any case, as in a Job. */
	readonly purpose: 'serve' | 'finish' | 'complete';
}
