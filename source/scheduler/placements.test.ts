import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {findNodes, prefilter} from './filtering.js';
import {absentNodes, countReasons, unschedulableMessage} from './fit-error.js';
import type {ClusterView} from './framework.js';
import {nodeInfo, type NodeInfo} from './node-info.js';
import {podInfo} from './pod-info.js';
import {explainAfterwards} from './post-filter.js';
import {untoleratedTaint} from '../objects/taints.js';
import {defaultProfile, profileWith} from './profile.js';
import {bestNodes, scoreNodes} from './scoring.js';
import {setDefaults} from '../testing/intake.js';

interface Placement {
	readonly index: number;
	readonly nodes: readonly Node[];
	readonly pods: readonly Pod[];
	readonly pod: Pod;
	readonly answer: {readonly nodes?: readonly string[]; readonly message?: string; readonly refused?: string};
}

const placements = gunzipSync(readFileSync(new URL('../../snapshots/cluster/placements.jsonl.gz', import.meta.url)))
	.toString()
	.trim()
	.split('\n')
	.map((line): Placement => JSON.parse(line));

/** A cluster with only these nodes. */
const viewOf = (nodes: readonly NodeInfo[]): ClusterView => ({
	nodes,
	imageNodeCount: (name) =>
		nodes.filter(({node}) => node.status?.images?.some(({names}) => names?.includes(name))).length,
	namespaceLabels: () => undefined,
	claim: () => undefined,
	volume: () => undefined,
	volumes: () => [],
	storageClass: () => undefined,
	csiNode: () => undefined,
	disruptionBudgets: () => [],
	siblingSelectors: () => [],
	nominated: () => [],
	volumeAssumedFor: () => undefined,
	devices: {
		claim: () => undefined,
		deviceClass: () => undefined,
		slices: () => [],
		taken: () => new Set(),
		isPending: () => false,
	},
});

/** Pods on a node with a NoExecute taint that they do not tolerate do not stay there. */
const evicted = (pod: Pod, {spec}: Node): boolean =>
	untoleratedTaint(spec?.taints, pod.spec.tolerations, ['NoExecute']) !== undefined;

const decide = (nodes: readonly Node[], pods: readonly Pod[], pod: Pod): Placement['answer'] => {
	const view = viewOf(
		nodes.map((node) =>
			nodeInfo(
				node,
				pods.filter((other) => other.spec.nodeName === node.metadata.name && !evicted(other, node)),
			),
		),
	);
	const info = podInfo(pod);
	const prefiltering = prefilter(defaultProfile, info, view);
	const filtering = findNodes(defaultProfile, info, view, prefiltering);
	if (filtering.feasible.length > 0) {
		const {totals} = scoreNodes(defaultProfile, info, view, filtering.feasible);
		const best = bestNodes(filtering.feasible, totals);
		return {nodes: best.slice(0, 1).map(({name}) => name)};
	}

	const reasons = countReasons(filtering.refusals, absentNodes(view, prefiltering, filtering));
	const {message} = explainAfterwards(profileWith(defaultProfile), info, view, prefiltering, filtering);
	return {message: unschedulableMessage(nodes.length, prefiltering, reasons, message)};
};

const agrees = (ours: Placement['answer'], recorded: Placement['answer']): boolean =>
	ours.nodes ? ours.nodes.every((name) => recorded.nodes?.includes(name)) : ours.message === recorded.message;

test('S2, S3: every recorded Pod goes where the real scheduler put it, or is refused in its words', (t) => {
	const wrong = [];
	for (const {answer, index, nodes, ...placement} of placements) {
		// The apiserver's validation refused these before any scheduler saw them.
		if (answer.refused) {
			continue;
		}

		const pod = setDefaults(placement.pod);
		const pods = placement.pods.map((other) => setDefaults(other));
		const ours = decide(nodes, pods, pod);
		if (agrees(ours, answer)) {
			continue;
		}

		wrong.push({index, ours, answer});
	}

	t.deepEqual(wrong, []);
	t.is(placements.length, 269);
});
