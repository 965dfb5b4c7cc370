const inWorkloads: readonly string[] = ['spec', 'template'];

const paths: ReadonlyMap<string, readonly string[]> = new Map([
	['Pod', []],
	['CronJob', ['spec', 'jobTemplate', ...inWorkloads]],
	...['DaemonSet', 'Deployment', 'Job', 'ReplicaSet', 'ReplicationController', 'StatefulSet'].map(
		(kind) => [kind, inWorkloads] as const,
	),
]);

/**
The path of the Pod template in a kind whose controller makes Pods: `['spec', 'template']`. A Pod is its own template.

@returns `undefined` for any other kind
@mirrors kubectl/pkg/polymorphichelpers updatePodSpecForObject
*/
export const podTemplatePath = (kind: string): readonly string[] | undefined => paths.get(kind);

/** The place of a Pod's spec in the objects of such a kind: `['spec', 'template', 'spec']`. */
export const podSpecPath = (kind: string): readonly string[] | undefined => {
	const path = podTemplatePath(kind);
	return path && [...path, 'spec'];
};
