/** How a container runs its image. */
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
	/** Ports that the container declares. */
	readonly declared: readonly number[];
	/** Ports that probes and Services name as well. */
	readonly asked: readonly number[];
	/** Whether it is to serve, to do something and end, or to end for sure, as in a Job. */
	readonly purpose: 'serve' | 'finish' | 'complete';
}
