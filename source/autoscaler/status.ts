import {printYaml} from '../go/yaml/print.js';

/** Nodes of a group, or of the cluster, by their state. */
export interface Readiness {
	readonly registered: number;
	readonly ready: number;
	/** The registered nodes that have never been ready. */
	readonly notStarted: number;
	readonly unready: number;
	readonly beingDeleted: number;
	/** The nodes of the cloud that have not registered. */
	readonly unregistered: number;
}

/** A group as the status shows it. */
export interface GroupStatus {
	readonly name: string;
	readonly readiness: Readiness;
	readonly target: number;
	readonly min: number;
	readonly max: number;
	/** The number of its nodes that may be removed. */
	readonly candidates: number;
}

interface Conditions {
	readonly health: string;
	readonly scaleUp: string;
	readonly scaleDown: string;
}

/** The status of each condition and the time of its last change; a new status continues from it. */
export type Transitions = ReadonlyMap<string, {readonly status: string; readonly at: string}>;

const nodeCounts = ({registered, ready, notStarted, unready, beingDeleted, unregistered}: Readiness) => ({
	longUnregistered: 0,
	registered: {
		...(beingDeleted > 0 ? {beingDeleted} : {}),
		notStarted,
		ready,
		suspended: 0,
		total: registered,
		unready: {resourceUnready: 0, total: unready},
	},
	unregistered,
});

const sum = (all: readonly Readiness[]): Readiness => {
	const of = (field: keyof Readiness): number => all.reduce((total, one) => total + one[field], 0);
	return {
		registered: of('registered'),
		ready: of('ready'),
		notStarted: of('notStarted'),
		unready: of('unready'),
		beingDeleted: of('beingDeleted'),
		unregistered: of('unregistered'),
	};
};

const conditionsOf = (candidates: number, comes: boolean): Conditions => ({
	health: 'Healthy',
	scaleUp: comes ? 'InProgress' : 'NoActivity',
	scaleDown: candidates > 0 ? 'CandidatesPresent' : 'NoCandidates',
});

const comes = ({readiness: {notStarted, unregistered}}: GroupStatus): boolean => notStarted + unregistered > 0;

/**
The text of the ConfigMap `cluster-autoscaler-status`, and the time of each condition's last change.

@param others the nodes that belong to no group.
@param time as Go prints it: `2026-01-01 00:00:00 +0000 UTC`.
@param at the same time as a Kubernetes timestamp.
@mirrors cluster-autoscaler/clusterstate ClusterStateRegistry.GetStatus
*/
export const statusText = (
	groups: readonly GroupStatus[],
	others: Readiness,
	before: Transitions,
	{time, at}: {readonly time: string; readonly at: string},
): {readonly text: string; readonly transitions: Transitions} => {
	const transitions = new Map<string, {readonly status: string; readonly at: string}>();
	const times = (key: string, status: string) => {
		const known = before.get(key);
		const since = known?.status === status ? known.at : at;
		transitions.set(key, {status, at: since});
		return {lastProbeTime: at, lastTransitionTime: since, status};
	};
	const withCandidates = (candidates: number) => (candidates > 0 ? {candidates} : {});
	const total = groups.reduce((count, {candidates}) => count + candidates, 0);
	const all = conditionsOf(total, groups.some(comes));
	const nodeGroups = groups.map((group) => {
		const {name, readiness, target, min, max, candidates} = group;
		const own = conditionsOf(candidates, comes(group));
		const health = times(`${name}/health`, own.health);
		return {
			health: {
				cloudProviderTarget: target,
				lastProbeTime: health.lastProbeTime,
				lastTransitionTime: health.lastTransitionTime,
				maxSize: max,
				minSize: min,
				nodeCounts: nodeCounts(readiness),
				status: health.status,
			},
			name,
			scaleDown: {...withCandidates(candidates), ...times(`${name}/scaleDown`, own.scaleDown)},
			scaleUp: {backoffInfo: {}, ...times(`${name}/scaleUp`, own.scaleUp)},
		};
	});
	const health = times('health', all.health);
	return {
		text: printYaml({
			autoscalerStatus: 'Running',
			clusterWide: {
				health: {
					lastProbeTime: health.lastProbeTime,
					lastTransitionTime: health.lastTransitionTime,
					nodeCounts: nodeCounts(sum([...groups.map(({readiness}) => readiness), others])),
					status: health.status,
				},
				scaleDown: {...withCandidates(total), ...times('scaleDown', all.scaleDown)},
				scaleUp: times('scaleUp', all.scaleUp),
			},
			nodeGroups,
			time,
		}),
		transitions,
	};
};
