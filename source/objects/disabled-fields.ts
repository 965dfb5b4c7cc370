import type {Container, PodSpec, Volume} from './kubernetes.generated.js';
import type {Prepared} from './strategy-by-kind.js';

const containerKinds = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** ContainerStopSignals; a lifecycle of nothing else is none. */
const withoutStopSignal = <T extends {readonly lifecycle?: Container['lifecycle']}>(container: T): T => {
	const {stopSignal, ...lifecycle} = container.lifecycle ?? {};
	if (stopSignal === undefined) {
		return container;
	}

	const {lifecycle: _, ...rest} = container;
	return (Object.keys(lifecycle).length > 0 ? {...rest, lifecycle} : rest) as T;
};

/** ClusterTrustBundleProjection and PodCertificateRequest. */
const withoutCertificates = (volume: Volume): Volume => {
	const sources = volume.projected?.sources;
	if (!sources?.some(({clusterTrustBundle, podCertificate}) => clusterTrustBundle ?? podCertificate)) {
		return volume;
	}

	return {
		...volume,
		projected: {
			...volume.projected,
			sources: sources.map((source) => {
				const {clusterTrustBundle, podCertificate, ...kept} = source;
				return clusterTrustBundle || podCertificate ? kept : source;
			}),
		},
	};
};

/**
A Pod's spec without the fields of features that v1.36 has but does not turn on: the server drops them when an object is made.

@mirrors k8s.io/kubernetes/pkg/api/pod dropDisabledFields
*/
const withoutDisabledFields = (spec: PodSpec): PodSpec => {
	// GenericWorkload
	const {schedulingGroup, ...others} = spec;
	let kept: PodSpec = schedulingGroup === undefined ? spec : others;
	for (const kind of containerKinds) {
		if (spec[kind]?.some(({lifecycle}) => lifecycle?.stopSignal !== undefined)) {
			kept = {...kept, [kind]: spec[kind].map((container) => withoutStopSignal(container))};
		}
	}

	return spec.volumes?.some(({projected}) => projected)
		? {...kept, volumes: spec.volumes.map((volume) => withoutCertificates(volume))}
		: kept;
};

/** Where Pods of a kind are described. */
const specPaths: Readonly<Record<string, readonly string[]>> = {
	'v1 Pod': ['spec'],
	'v1 PodTemplate': ['template', 'spec'],
	'batch/v1 CronJob': ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
	...Object.fromEntries(
		['v1 ReplicationController', 'apps/v1 Deployment', 'apps/v1 ReplicaSet', 'apps/v1 StatefulSet', 'apps/v1 DaemonSet']
			.concat('batch/v1 Job')
			.map((kind) => [kind, ['spec', 'template', 'spec']]),
	),
};

/** Drops such fields of an object of a kind, `apiVersion kind`. */
export const dropDisabledFields = (object: Prepared, kind: string): void => {
	const path = specPaths[kind];
	if (path) {
		Object.assign(
			object,
			changedAt(object, path, (spec) => withoutDisabledFields(spec as PodSpec)),
		);
	}
};

/** The value with one below it changed; the same when there is nothing there. */
const changedAt = (value: Prepared, path: readonly string[], change: (value: Prepared) => unknown): unknown => {
	const [first, ...rest] = path;
	if (first === undefined) {
		return change(value);
	}

	const below: unknown = value[first];
	return typeof below === 'object' && below !== null
		? {...value, [first]: changedAt(below as Prepared, rest, change)}
		: value;
};
