import {nestedField, nestedNumber, nestedSlice, nestedString} from '../../objects/unstructured.js';
import {podSpecPath} from '../../objects/pod-template.js';
import {behaves, changedBehaviour, type Behaviour} from '../../objects/versions/changed-behaviour.js';
import {simulatedMinor} from '../../objects/versions/kubernetes-version.js';

type Path = ReadonlyArray<string | number>;

/** The places in an object that a change of behaviour concerns. */
type Places = (kind: string, value: unknown) => readonly Path[];

/** Places in the description of a Pod, wherever the kind has it. */
const inPods =
	(places: (spec: unknown) => readonly Path[]): Places =>
	(kind, value) => {
		const path = podSpecPath(kind);
		return path ? places(nestedField(value, ...path)).map((place) => [...path, ...place]) : [];
	};

const only = (isThere: boolean, ...path: Path): readonly Path[] => (isThere ? [path] : []);

const isEmpty = (resources: unknown): boolean =>
	resources !== undefined &&
	['requests', 'limits'].every((name) => Object.keys(nestedField(resources, name) ?? {}).length === 0);

const laterSysctls = new Set(['net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']);

/** Changes that only concern messages and times have no place in an object. */
const placesOf: ReadonlyArray<readonly [name: Behaviour, places: Places]> = [
	[
		'autoscalerToZero',
		(kind, value) =>
			only(
				kind === 'HorizontalPodAutoscaler' && nestedNumber(value, 'spec', 'minReplicas') === 0,
				'spec',
				'minReplicas',
			),
	],
	[
		'statefulSetBudget',
		(kind, value) =>
			only(
				kind === 'StatefulSet' &&
					nestedField(value, 'spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable') !== undefined,
				'spec',
				'updateStrategy',
				'rollingUpdate',
				'maxUnavailable',
			),
	],
	[
		'onDeleteRevision',
		(kind, value) =>
			only(
				kind === 'StatefulSet' && nestedString(value, 'spec', 'updateStrategy', 'type') === 'OnDelete',
				'spec',
				'updateStrategy',
				'type',
			),
	],
	[
		'emptyImageReference',
		(kind, value) =>
			kind === 'Pod'
				? []
				: inPods((spec) =>
						nestedSlice(spec, 'volumes').flatMap((volume, index) =>
							only(
								nestedField(volume, 'image') !== undefined && !nestedString(volume, 'image', 'reference'),
								'volumes',
								index,
								'image',
							),
						),
					)(kind, value),
	],
	['emptyPodResources', inPods((spec) => only(isEmpty(nestedField(spec, 'resources')), 'resources'))],
	[
		'sidecarStorage',
		inPods((spec) =>
			nestedSlice(spec, 'initContainers').flatMap((container, index) => {
				const path = ['resources', 'limits', 'ephemeral-storage'];
				const isSidecar = nestedString(container, 'restartPolicy') === 'Always';
				return only(isSidecar && nestedField(container, ...path) !== undefined, 'initContainers', index, ...path);
			}),
		),
	],
	[
		'safeSysctls',
		inPods((spec) =>
			nestedSlice(spec, 'securityContext', 'sysctls').flatMap((sysctl, index) =>
				only(laterSysctls.has(nestedString(sysctl, 'name') ?? ''), 'securityContext', 'sysctls', index, 'name'),
			),
		),
	],
];

/**
The changes of behaviour in a version that an object meets, and where: the simulation follows them, but no cluster of that version has been recorded.

@param minor of that version
*/
export const concernedBy = (
	minor: number,
	kind: string,
	value: unknown,
): ReadonlyArray<{readonly says: string; readonly path: Path}> =>
	placesOf
		.filter(([name]) => behaves(minor, name) !== behaves(simulatedMinor, name))
		.flatMap(([name, places]) => places(kind, value).map((path) => ({says: changedBehaviour[name].says, path})));
