import type {Container, PodSpec, Volume} from '../objects/kubernetes.generated.js';
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
	let kept = spec;
	if (spec.schedulingGroup !== undefined) {
		// GenericWorkload
		const {schedulingGroup: _, ...others} = spec;
		kept = others;
	}

	for (const kind of containerKinds) {
		if (spec[kind]?.some(({lifecycle}) => lifecycle?.stopSignal !== undefined)) {
			kept = {...kept, [kind]: spec[kind].map((container) => withoutStopSignal(container))};
		}
	}

	const volumes = spec.volumes?.map((volume) => withoutCertificates(volume));
	return volumes?.some((volume, index) => volume !== spec.volumes![index]) ? {...kept, volumes} : kept;
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
		const [first = '', ...rest] = path;
		const below: unknown = object[first];
		const changed = changedAt(below, rest, (spec) => withoutDisabledFields(spec as unknown as PodSpec));
		if (changed !== below) {
			object[first] = changed;
		}
	}
};

/** The value with one below it changed; the very same when nothing changes. */
const changedAt = (value: unknown, path: readonly string[], change: (value: Prepared) => unknown): unknown => {
	if (typeof value !== 'object' || value === null) {
		return value;
	}

	const [first, ...rest] = path;
	if (first === undefined) {
		return change(value);
	}

	const below: unknown = (value as Prepared)[first];
	const changed = changedAt(below, rest, change);
	return changed === below ? value : {...value, [first]: changed};
};
