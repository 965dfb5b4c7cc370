import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {podRequests} from '../../objects/pod-resources.js';
import {podCondition} from '../../objects/pod.js';
import {defaultSchedulerName} from '../../objects/scheduler-configuration/configuration.js';
import {schedulingQueueKey, type ShownQueue} from '../../objects/scheduling.js';
import {closest} from '../../scenario/mistake.js';
import {all, lastEvent} from '../look.js';
import {ofOutage} from '../outage.js';
import {row, type Found, type Row} from '../row.js';
import type {Candidate, FieldPath, Finding, Scene} from '../symptom.js';
import {told, type DiagnosisWords} from '../words/words.js';
import {amountText} from '../../objects/resource-amount.js';
import {deviceElsewhereAdvice, noClassAdvice, noDeviceAdvice} from './devices.js';
import {fewerReplicas, freeOn, nodesOf, smallerRequest, tooManyReplicas, type PlacementAdvice} from './room.js';
import {preemptionBefore} from './preempted.js';
import {onePodAdvice, volumePlaceAdvice} from './volume-place.js';
import {affinityAdvice} from './pod-affinity.js';
import {hostPortAdvice, selectorAdvice, spreadAdvice, taintAdvice} from './node-rules.js';

type Adviser = (pod: Pod, scene: Scene, match: RegExpExecArray) => PlacementAdvice & Pick<Finding, 'elsewhere'>;

/** The most of a resource that a node of a fix has, in the units of {@link podRequests}: numbers above are not exact, and no machine has so much. */
const mostOfNode = Number.MAX_SAFE_INTEGER / 2;

/** The capacity of a node with room for a Pod; `undefined` for a Pod that fits no machine. */
const wantedCapacity = (pod: Pod): Readonly<Record<string, string>> | undefined => {
	const requests = Object.entries(podRequests(pod)).filter(([, amount]) => amount > 0);
	if (requests.some(([, amount]) => amount > mostOfNode)) {
		return undefined;
	}

	return Object.fromEntries(
		requests.map(([name, amount]) => [
			name,
			name === 'memory' ? String(amount + 2 ** 30) : amountText(name, name === 'cpu' ? amount + 1000 : amount),
		]),
	);
};

const insufficient: Adviser = (pod, scene, [, resource = 'cpu']) => {
	const wanted = podRequests(pod)[resource] ?? 0;
	const cluster = nodesOf(scene.ledger);
	const free = cluster.nodes
		.map((node) => ({name: node.metadata.name, amount: Math.max(0, freeOn(cluster, node, resource))}))
		.sort((a, b) => b.amount - a.amount);
	const smaller = smallerRequest(pod, resource, cluster);
	const capacity = wantedCapacity(pod);
	return {
		field: smaller.field,
		advice: [
			({pods}) =>
				pods.insufficient(
					amountText(resource, wanted),
					resource,
					free.slice(0, 3).map(({name, amount}) => [amountText(resource, amount), name] as const),
					free.length > 3,
				),
		],
		candidates: [
			...smaller.candidates,
			...fewerReplicas(pod, scene),
			...(capacity
				? [
						{
							node: {
								capacity,
								words: ({pods}: DiagnosisWords) => pods.addNodeWith(amountText(resource, wanted), resource),
							},
						},
					]
				: []),
		],
	};
};

/** Advice for nodes that have their maximum number of Pods. */
const podsAdvice = (pod: Pod, scene: Scene): ReturnType<Adviser> => {
	const workload = tooManyReplicas(pod, scene);
	return {
		advice: [
			...(workload
				? [({pods}: DiagnosisWords) => pods.tooManyReplicas(workload.name, workload.replicas, workload.room)]
				: []),
			({pods}) => pods.tooManyPods,
		],
		candidates: [{node: {capacity: {}, words: ({pods}) => pods.addNode}}],
		...(workload ? {elsewhere: {kind: workload.kind, name: workload.name, field: ['spec', 'replicas']}} : {}),
	};
};

const claimField = (pod: Pod, name: string): FieldPath | undefined => {
	const index = (pod.spec.volumes ?? []).findIndex(
		({persistentVolumeClaim}) => persistentVolumeClaim?.claimName === name,
	);
	return index === -1 ? undefined : ['spec', 'volumes', index, 'persistentVolumeClaim', 'claimName'];
};

/** A claim of a volume of the default class. */
const claimNamed = (name: string, namespace: string | undefined): Candidate => ({
	document: `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${name}
${namespace === undefined || namespace === 'default' ? '' : `  namespace: ${namespace}\n`}spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
`,
});

const missingClaim: Adviser = (pod, {ledger}, [, name = '']) => {
	const prefix = `/registry/persistentvolumeclaims/${pod.metadata.namespace}/`;
	const names = ledger.keys(prefix).map((key) => key.slice(prefix.length));
	const near = closest(name, names);
	const field = claimField(pod, name);
	return {
		field: field ?? ['spec', 'volumes'],
		advice: [({pods}) => (near ? pods.didYouMean(near) : pods.applyClaim(name, pod.metadata.namespace ?? 'default'))],
		candidates: [...(near && field ? [{field, change: {value: near}}] : []), claimNamed(name, pod.metadata.namespace)],
	};
};

/** Advice for each reason of the scheduler. */
const advisers: ReadonlyArray<readonly [RegExp, Adviser]> = [
	[/persistentvolumeclaim "([^"]+)" not found/g, missingClaim],
	[
		/cannot allocate all claims/g,
		(pod, scene) => ({...noDeviceAdvice(pod, scene), candidates: fewerReplicas(pod, scene)}),
	],
	[/device class (\S+) does not exist/g, (pod, scene, [, name = '']) => noClassAdvice(pod, scene, name)],
	[/resourceclaim not available on the node/g, deviceElsewhereAdvice],
	[/Insufficient ([^\s,]+?)(?=,|\.?$)/g, insufficient],
	[/didn't match PersistentVolume's node affinity/g, (pod, scene) => volumePlaceAdvice(pod, scene)],
	[/ReadWriteOncePod access mode already in-use/g, onePodAdvice],
	[/didn't match Pod's node affinity\/selector/g, (pod, scene) => selectorAdvice(pod, nodesOf(scene.ledger))],
	[/untolerated taint/g, (pod, scene) => taintAdvice(pod, nodesOf(scene.ledger))],
	[
		/were unschedulable/g,
		(_, {ledger}) => ({
			advice: [],
			candidates: all<Node>(ledger, '/registry/minions/').flatMap(({object}) =>
				object.spec?.unschedulable ? [{command: `kubectl uncordon ${object.metadata.name}`}] : [],
			),
		}),
	],
	[
		/unbound immediate PersistentVolumeClaims/g,
		(pod) => {
			const index = (pod.spec.volumes ?? []).findIndex(
				({persistentVolumeClaim}) => persistentVolumeClaim !== undefined,
			);
			return {
				field: ['spec', 'volumes', Math.max(0, index), 'persistentVolumeClaim', 'claimName'],
				advice: [({pods}) => pods.claimFirst],
				candidates: [],
			};
		},
	],
	[
		/didn't have free ports/g,
		(pod, scene) => ({
			...hostPortAdvice(pod),
			candidates: [...hostPortAdvice(pod).candidates, ...fewerReplicas(pod, scene)],
		}),
	],
	[
		/didn't (?:match|satisfy) (?:pod|existing pods) (?:anti-)?affinity rules/g,
		(pod, scene, [words]) => {
			const advice = affinityAdvice(pod, scene, words.includes('anti-affinity'));
			return {...advice, candidates: [...advice.candidates, ...fewerReplicas(pod, scene)]};
		},
	],
	[/didn't match pod topology spread constraints/g, (pod, scene) => spreadAdvice(pod, nodesOf(scene.ledger))],
	[/Too many pods/g, (pod, scene) => podsAdvice(pod, scene)],
];

/** The first change of the file for each of several reasons: one alone may not help. */
const together = (found: readonly PlacementAdvice[]): readonly Candidate[] => {
	const changes = found.flatMap(({candidates}) => candidates.find((one) => 'field' in one) ?? []);
	return changes.length > 1 && changes.length === found.length ? [{changes}] : [];
};

const unschedulable = (pod: Pod, scene: Scene): Found => {
	const scheduled = podCondition(pod, 'PodScheduled');
	if (pod.spec.nodeName !== undefined || scheduled?.status !== 'False' || scheduled.reason === 'SchedulingGated') {
		return undefined;
	}

	const message = scheduled.message ?? '';
	// Preemption's message after the reasons repeats them.
	const [reasons = message] = message.split(
		/ (?:no new claims|still not schedulable|deallocation of ResourceClaim|preemption:)/,
	);
	const before = preemptionBefore(scene.ledger, pod);
	const [, noNewNode] =
		/^pod didn't trigger scale-up: (.+)$/s.exec(lastEvent(scene.ledger, pod, ['NotTriggerScaleUp'])?.message ?? '') ??
		[];
	const found = [
		...silentKubelets(reasons, scene),
		...advisers.flatMap(([pattern, advise]) =>
			[...reasons.matchAll(pattern)].map((match) => advise(pod, scene, match)),
		),
	];
	return {
		message: reasons.replace(/(?<=not found)\. not found$/, ''),
		field: found.find(({field}) => field)?.field,
		elsewhere: found.find((one) => one.elsewhere)?.elsewhere,
		stage: 'scheduler.postfilter',
		advice: [
			...new Map(found.flatMap(({advice}) => advice.map((one) => [told(one), one] as const))).values(),
			...(noNewNode === undefined ? [] : [({pods}: DiagnosisWords) => pods.noNewNode(noNewNode)]),
			...(before
				? [({pods}: DiagnosisWords) => pods.preemptedBefore(before.victim, before.by, before.priority, before.own)]
				: []),
		],
		candidates: [...found.flatMap(({candidates}) => candidates), ...together(found)],
	};
};

/** The kubelets that are down where the scheduler names a taint: their nodes are not ready. */
const silentKubelets = (reasons: string, {outages = []}: Scene): ReadonlyArray<ReturnType<Adviser>> =>
	outages
		.filter(({component}) => component.startsWith('kubelet/') && reasons.includes('untolerated taint'))
		.map((outage) => ofOutage(outage));

const gated = ({spec, status}: Pod): Found => {
	const scheduled = podCondition({status}, 'PodScheduled');
	return scheduled?.reason === 'SchedulingGated'
		? {
				message: `${scheduled.reason}: ${scheduled.message}`,
				field: ['spec', 'schedulingGates'],
				advice: [({pods}) => pods.gates((spec.schedulingGates ?? []).map(({name}) => name).join(', '))],
				candidates: [{field: ['spec', 'schedulingGates'], change: {remove: true}}],
			}
		: undefined;
};

const nobodyHandles = ({spec, status}: Pod, {ledger}: Scene): Found => {
	const {schedulerName = defaultSchedulerName, nodeName} = spec;
	const {schedulers = [defaultSchedulerName]} = ledger.read<ShownQueue>(schedulingQueueKey) ?? {};
	const hasDefault = schedulers.includes(defaultSchedulerName);
	return nodeName !== undefined || schedulers.includes(schedulerName) || podCondition({status}, 'PodScheduled')
		? undefined
		: {
				message: ({pods}) => pods.noScheduler(schedulerName),
				field: ['spec', 'schedulerName'],
				advice: [({pods}) => (hasDefault ? pods.runScheduler : pods.runningSchedulers(schedulers))],
				candidates: hasDefault
					? [{field: ['spec', 'schedulerName'], change: {remove: true}}]
					: schedulers.map((name) => ({field: ['spec', 'schedulerName'], change: {value: name}})),
			};
};

const noSuchNode = ({spec}: Pod, {ledger}: Scene): Found => {
	if (spec.nodeName === undefined || ledger.read(`/registry/minions/${spec.nodeName}`) !== undefined) {
		return undefined;
	}

	const {nodeName} = spec;
	const field = ['spec', 'nodeName'];
	const near = closest(
		nodeName,
		nodesOf(ledger).nodes.map(({metadata}) => metadata.name),
	);
	return {
		message: ({pods}) => pods.noSuchNode(nodeName),
		field,
		advice: [],
		candidates: [{field, change: {remove: true}}, ...(near ? [{field, change: {value: near}}] : [])],
	};
};

/** Reasons why a Pod has no node. */
export const placementRows: readonly Row[] = [
	row('scheduling gated', 'v1 Pod', gated),
	row('unschedulable', 'v1 Pod', unschedulable),
	row('no scheduler', 'v1 Pod', nobodyHandles),
	row('no such node', 'v1 Pod', noSuchNode),
];
