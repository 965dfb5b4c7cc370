import type {Client} from '../client/client.js';
import {ApiError} from '../client/errors.js';
import {isRecord} from '../kernel/record.js';
import type {Routine} from '../kernel/routine.js';
import type {NodeMatrix} from '../objects/scheduling.js';
import {frame} from '../stages/note.js';
import type {Choice} from './cycle.js';
import {extenderName} from './extenders.js';
import type {ProfilePlugin} from './framework.js';
import type {PodInfo} from './pod-info.js';

const prefix = 'kube-scheduler-simulator.sigs.k8s.io/';
const history = `${prefix}result-history`;

/** Plug-ins that check the Pod before the nodes. */
const withPreFilter: ReadonlySet<string> = new Set([
	'NodeAffinity',
	'NodePorts',
	'NodeResourcesFit',
	'VolumeRestrictions',
	'NodeVolumeLimits',
	'VolumeBinding',
	'VolumeZone',
	'PodTopologySpread',
	'InterPodAffinity',
	'DynamicResources',
]);

/** Plug-ins that prepare their scores. */
const withPreScore: ReadonlySet<string> = new Set([
	'TaintToleration',
	'NodeAffinity',
	'NodeResourcesFit',
	'PodTopologySpread',
	'InterPodAffinity',
	'NodeResourcesBalancedAllocation',
]);

/** Plug-ins that set something aside, and make it ready. */
const withReserve: ReadonlySet<string> = new Set(['VolumeBinding', 'DynamicResources']);

type Results = Readonly<Record<string, string>>;

/** JSON as Go writes a map: keys in their order. */
const goMap = (value: Readonly<Record<string, unknown>>): string =>
	JSON.stringify(
		Object.fromEntries(
			Object.entries(value)
				.toSorted(([a], [b]) => (a < b ? -1 : 1))
				.map(([key, inner]) => [
					key,
					isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
				]),
		),
	);

/** Rows of the matrix by plug-in → values by node, without those that are not there. */
const byNode = (
	{nodes}: NodeMatrix,
	rows: Readonly<Record<string, ReadonlyArray<string | number | null>>>,
): Readonly<Record<string, Readonly<Record<string, string>>>> =>
	Object.fromEntries(
		nodes.flatMap((node, index) => {
			const cells = Object.entries(rows).flatMap(([plugin, row]) => {
				const value = row[index];
				return plugin === extenderName || value === null || value === undefined || value === ''
					? []
					: [[plugin, String(value)] as const];
			});
			return cells.length === 0 ? [] : [[node, Object.fromEntries(cells)] as const];
		}),
	);

const success = (plugins: readonly string[]): Readonly<Record<string, string>> =>
	Object.fromEntries(plugins.map((plugin) => [plugin, 'success']));

/**
The results of a scheduling cycle as the debuggable scheduler of kube-scheduler-simulator annotates them, without those of the binding.

@param reserve the plug-ins of the profile with Reserve.
@param nominated the node on which preemption makes room.
@mirrors sigs.k8s.io/kube-scheduler-simulator/simulator/scheduler/plugin/resultstore Store
*/
export const resultAnnotations = (
	{prefiltering, filtering, matrix, node}: Choice,
	profile: readonly ProfilePlugin[],
	nominated?: string,
): Results => {
	const {active, skipped, refused, nodeNames, narrowedBy} = prefiltering;
	const isScored = Object.keys(matrix.raw).length > 0;
	const reserve = success(profile.map(({name}) => name).filter((name) => withReserve.has(name)));
	const results: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
		'prefilter-result-status': {
			...success(active.map(({plugin}) => plugin).filter((name) => withPreFilter.has(name))),
			...Object.fromEntries(skipped.map((name) => [name, ''])),
			...(refused ? {[refused.plugin]: refused.refusal.reasons.join(', ')} : {}),
		},
		'prefilter-result': nodeNames
			? Object.fromEntries(narrowedBy.map((name) => [name, [...nodeNames].toSorted()]))
			: {},
		'filter-result': byNode(matrix, matrix.verdicts),
		'postfilter-result':
			node === undefined
				? Object.fromEntries(
						[...filtering.refusals.keys()].map((name) => [
							name,
							name === nominated ? {DefaultPreemption: 'preemption victim'} : {},
						]),
					)
				: {},
		'prescore-result': isScored
			? Object.fromEntries(
					profile
						.filter(({name, score}) => score && withPreScore.has(name))
						.map(({name}) => [name, Object.hasOwn(matrix.raw, name) ? 'success' : '']),
				)
			: {},
		'score-result': byNode(matrix, matrix.raw),
		'finalscore-result': byNode(matrix, matrix.weighted),
		'reserve-result': node === undefined ? {} : reserve,
		'permit-result': {},
		'permit-result-timeout': {},
		'prebind-result': node === undefined ? {} : reserve,
		'bind-result': node === undefined ? {} : {DefaultBinder: 'success'},
	};
	return {
		...Object.fromEntries(Object.entries(results).map(([name, value]) => [`${prefix}${name}`, goMap(value)])),
		[`${prefix}selected-node`]: node ?? '',
	};
};

/** Keeps the results of scheduling cycles until the Pod is bound or must wait, and writes them as annotations of the Pod. */
export class ResultRecorder {
	readonly #results = new Map<string, Results>();
	/** The results of all cycles of a Pod, the first one first. */
	readonly #histories = new Map<string, readonly Results[]>();

	keep({key}: PodInfo, results: Results): void {
		this.#results.set(key, results);
	}

	/** Annotates the Pod with the results of the last cycle. If the apiserver refuses this, the Pod has no annotations. */
	*write(client: Client, {key, pod}: PodInfo, isBound: boolean): Routine {
		const results = this.#results.get(key);
		if (!results) {
			return;
		}

		this.#results.delete(key);
		const all = [...(this.#histories.get(pod.metadata.uid) ?? []), results];
		if (isBound) {
			this.#histories.delete(pod.metadata.uid);
		} else {
			this.#histories.set(pod.metadata.uid, all);
		}

		const annotations = {...results, [history]: JSON.stringify(all)};
		const {namespace, name} = pod.metadata;
		try {
			yield* frame(
				{name: `annotate ${key} with its results`},
				client.patch('pods', namespace, name, {metadata: {annotations}}, {subresource: 'status'}),
			);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}
		}
	}
}
