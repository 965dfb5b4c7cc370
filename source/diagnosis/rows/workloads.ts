import {isKind, isObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Deployment, Event, HorizontalPodAutoscaler, Job, Pod} from '../../objects/kubernetes.generated.js';
import {groupVersionOf, registryKey, resources, versionsOf} from '../../objects/resources.js';
import {inWords} from '../words/words.js';
import {nestedField, nestedSlice} from '../../objects/unstructured.js';
import {closest} from '../../scenario/mistake.js';
import {all, family, lastEvent, named} from '../look.js';
import {refusalAdvice} from '../refusal.js';
import type {Saying} from '../words/words.js';
import {row, type Found, type Row} from '../row.js';
import {configurationRows} from './configuration.js';
import {endedIn} from './containers.js';
import {imageRows} from './images.js';
import type {Candidate, Finding, Scene} from '../symptom.js';

const makers = new Set(['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'ReplicationController', 'CronJob']);

/** A DaemonSet that has not been synced yet needs at least one. */
const podsWanted = (object: KubernetesObject & {readonly spec?: {readonly replicas?: number}}): number =>
	isKind(object, 'apps/v1 DaemonSet')
		? Math.max(1, object.status?.desiredNumberScheduled ?? 0)
		: (object.spec?.replicas ?? 1);

/** A controller that is not allowed to create its objects. */
const notCreated = (object: KubernetesObject, scene: Scene): Found => {
	if (!makers.has(object.kind) || podsWanted(object) === 0) {
		return undefined;
	}

	const {ledger} = scene;
	const warning = lastEvent(ledger, object, ['FailedCreate']);
	const created = all<KubernetesObject>(ledger, `/registry/pods/${object.metadata.namespace}/`).filter((pod) =>
		pod.object.metadata.ownerReferences?.some(({uid}) => uid === object.metadata.uid),
	).length;
	if (!warning || created >= podsWanted(object)) {
		return undefined;
	}

	const said = (warning.message ?? '').replace('(combined from similar events): ', '');
	// Fewer Pods help against a quota. A webhook refuses the next Pod as well.
	const isScaled =
		said.includes('exceeded quota') && ['ReplicaSet', 'StatefulSet', 'ReplicationController'].includes(object.kind);
	const field = ['spec', 'replicas'];
	const replicas: readonly Candidate[] =
		created > 0 && isScaled ? [{field, change: {value: created}, ofFile: true}] : [];
	const advice = refusalAdvice(said, {
		namespace: object.metadata.namespace ?? 'default',
		more: podsWanted(object) - created,
		ledger,
		object,
	});
	return {
		message: `${warning.reason}: ${said}`,
		...advice,
		...(isScaled && !advice.ofPod ? {field} : {}),
		candidates: [...replicas, ...(advice.candidates ?? [])],
	};
};

/** The last state, with a given property, of a Job's deleted Pod: a Job deletes its Pods when it gives up. */
const lastPodOf = ({metadata: {name, namespace}}: Job, {ledger}: Scene, has: (pod: Pod) => boolean): Pod | undefined =>
	all<Event>(ledger, `/registry/events/${namespace}/`)
		.map(({object}) => object.involvedObject)
		.filter(({kind, name: pod = ''}) => kind === 'Pod' && pod.startsWith(`${name}-`))
		.flatMap(({name: pod}) => ledger.versions(`/registry/pods/${namespace}/${pod}`))
		.toSorted((one, other) => one.step - other.step)
		.flatMap(({value}) => (isObject(value) && isKind(value, 'v1 Pod') ? [value] : []))
		.findLast(has);

const hasEnded = ({status}: Pod): boolean =>
	status.containerStatuses?.some(({lastState}) => lastState?.terminated) ?? false;

/** Why a Pod did not start in time: its image, or the references of its containers. */
const notStarted = (pod: Pod, scene: Scene): Found => {
	const key = registryKey('pods', pod.metadata.namespace, pod.metadata.name);
	return [...configurationRows, ...imageRows]
		.map(({find}) => find(pod, scene, key))
		.find((one) => one && !one.isRemark);
};

/** The trouble of the Pods of a failed Job, which the Job's own condition does not name. */
const underneath = (job: Job, isDeadline: boolean, scene: Scene): Found => {
	if (isDeadline) {
		const pod = lastPodOf(job, scene, (one) => notStarted(one, scene) !== undefined);
		return pod && notStarted(pod, scene);
	}

	const pod = job.spec?.template.spec?.restartPolicy === 'OnFailure' ? lastPodOf(job, scene, hasEnded) : undefined;
	return pod && endedIn(pod, scene);
};

const jobFailed = (job: Job, scene: Scene): Found => {
	const {metadata, spec, status} = job;
	const failed = status?.conditions?.find(({type, status: value}) => type === 'Failed' && value === 'True');
	if (!failed) {
		return undefined;
	}

	const isDeadline = failed.reason === 'DeadlineExceeded';
	const cause = underneath(job, isDeadline, scene);
	if (cause) {
		return {
			...cause,
			message: (words) => `${failed.reason}: ${failed.message}; ${inWords(cause.message, words)}`,
			ofPod: true,
			container: undefined,
		};
	}

	const ofPods: Saying =
		spec?.template.spec?.restartPolicy === 'OnFailure'
			? ({cluster}) => cluster.podsDeleted
			: ({cluster}) => cluster.podsTell(`kubectl logs -l job-name=${metadata.name}`);
	return {
		message: `${failed.reason}: ${failed.message}`,
		field: isDeadline ? ['spec', 'activeDeadlineSeconds'] : ['spec', 'backoffLimit'],
		stage: isDeadline ? undefined : 'container.exit',
		candidates: isDeadline
			? [6, 60].map((factor) => ({
					field: ['spec', 'activeDeadlineSeconds'],
					change: {value: factor * (spec?.activeDeadlineSeconds ?? 1)},
				}))
			: [],
		advice: [isDeadline ? ({cluster}) => cluster.jobDeadline(spec?.activeDeadlineSeconds) : ofPods],
	};
};

/** The target of an autoscaler, in any version of its group: the controller asks for group and kind. */
const targetOf = ({metadata, spec}: HorizontalPodAutoscaler, {ledger}: Scene) => {
	const {apiVersion = '', kind, name} = spec.scaleTargetRef;
	const {group} = groupVersionOf(apiVersion);
	const resource = resources.find((one) => one.group === group && one.kind === kind);
	const prefix = resource && registryKey(resource, metadata.namespace, '');
	return prefix === undefined
		? {names: []}
		: {
				names: ledger.keys(prefix).map((key) => key.slice(prefix.length)),
				key: `${prefix}${name}`,
				target: ledger.read(`${prefix}${name}`),
			};
};

/** Kinds that an autoscaler scales. */
const scalableKinds = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];

const badCondition = ({status}: HorizontalPodAutoscaler) =>
	status?.conditions?.find(
		({type, status: value, reason}) =>
			value === 'False' && (type === 'AbleToScale' || type === 'ScalingActive') && reason !== 'ScalingDisabled',
	);

const noTarget = (autoscaler: HorizontalPodAutoscaler, scene: Scene): Found => {
	const bad = badCondition(autoscaler);
	const {name, kind} = autoscaler.spec.scaleTargetRef;
	const {names, target} = targetOf(autoscaler, scene);
	if (!bad || target !== undefined) {
		return undefined;
	}

	const near = closest(name, names);
	const isUnknown = /no matches for kind/.test(bad.message ?? '');
	const served = isUnknown ? versionsOf(kind) : [];
	const scalable = isUnknown && served.length === 0 ? closest(kind, scalableKinds) : undefined;
	if (scalable !== undefined) {
		const field = ['spec', 'scaleTargetRef', 'kind'];
		return {
			message: `${bad.reason}: ${bad.message}`,
			field,
			advice: [({cluster}) => cluster.didYouMean(scalable)],
			candidates: [{field, change: {value: scalable}}],
		};
	}

	if (served.length > 0) {
		const version = ['spec', 'scaleTargetRef', 'apiVersion'];
		return {
			message: `${bad.reason}: ${bad.message}`,
			field: version,
			advice: [({cluster}) => cluster.served(kind, served)],
			candidates: served.map((value) => ({field: version, change: {value}})),
		};
	}

	const field = ['spec', 'scaleTargetRef', 'name'];
	return {
		message: `${bad.reason}: ${bad.message}`,
		field,
		advice: [({cluster}) => (near ? cluster.didYouMean(near) : cluster.noTarget(kind, name))],
		candidates: near ? [{field, change: {value: near}}] : [],
	};
};

/** The container of an autoscaler's target without a request for the measured resource. */
const withoutRequest = (
	autoscaler: HorizontalPodAutoscaler,
	message: string,
	scene: Scene,
): Pick<Finding, 'elsewhere' | 'candidates'> => {
	const [, resource, container] = /missing request for (\w+) in container (\S+) of Pod/.exec(message) ?? [];
	const {kind, name} = autoscaler.spec.scaleTargetRef;
	const {target} = targetOf(autoscaler, scene);
	const index = nestedSlice(target, 'spec', 'template', 'spec', 'containers').findIndex(
		(one) => nestedField(one, 'name') === container,
	);
	if (resource === undefined || index < 0) {
		return {};
	}

	const field = ['spec', 'template', 'spec', 'containers', index, 'resources', 'requests', resource];
	const value = resource === 'memory' ? '128Mi' : '100m';
	return {elsewhere: {kind, name, field}, candidates: [{field, change: {value}, of: {kind, name}}]};
};

/** The words of the autoscaler once a metrics server answers, where a container of its target has no request for the resource. @mirrors calculatePodRequests */
const missingRequest = (autoscaler: HorizontalPodAutoscaler, scene: Scene): string | undefined => {
	const {key} = targetOf(autoscaler, scene);
	const [pod] = (key === undefined ? [] : family(scene.ledger, key)).flatMap(({object}) =>
		isKind(object, 'v1 Pod') ? [object] : [],
	);
	for (const {type, resource} of autoscaler.spec.metrics ?? []) {
		const name = type === 'Resource' && resource?.target.type === 'Utilization' ? resource.name : undefined;
		const container =
			name === undefined || pod?.spec.resources?.requests?.[name] !== undefined
				? undefined
				: pod?.spec.containers.find(({resources}) => resources?.requests?.[name] === undefined);
		if (container && pod) {
			return `FailedGetResourceMetric: the HPA was unable to compute the replica count: failed to get ${name} utilization: missing request for ${name} in container ${container.name} of Pod ${pod.metadata.name}`;
		}
	}

	return undefined;
};

/** Missing requests that the autoscaler reports only with a metrics server: without one, it reports only that. */
const noRequest = (autoscaler: HorizontalPodAutoscaler, scene: Scene): Found => {
	const bad = badCondition(autoscaler);
	const message =
		bad &&
		(bad.message?.includes('missing request for')
			? `${bad.reason}: ${bad.message}`
			: missingRequest(autoscaler, scene));
	return message === undefined
		? undefined
		: {
				message,
				field: ['spec', 'metrics'],
				...withoutRequest(autoscaler, message, scene),
				advice: [({cluster}) => cluster.needsRequests],
			};
};

const noMetrics = (autoscaler: HorizontalPodAutoscaler): Found => {
	const bad = badCondition(autoscaler);
	return (
		bad && {
			message: `${bad.reason}: ${bad.message}`,
			field: ['spec', 'metrics'],
			advice: [({cluster}) => cluster.noMetrics],
		}
	);
};

/** A Deployment that is paused makes no Pods of its template. @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pausing-and-resuming-a-deployment */
const paused = ({metadata, spec, status}: Deployment): Found =>
	spec.paused && (status?.updatedReplicas ?? 0) < (spec.replicas ?? 1)
		? {
				message: 'DeploymentPaused: Deployment is paused',
				field: ['spec', 'paused'],
				advice: [({cluster}) => cluster.paused],
				candidates: [
					{field: ['spec', 'paused'], change: {remove: true}},
					{command: `kubectl rollout resume deployment ${named({metadata})}`},
				],
			}
		: undefined;

/** Reasons why controllers create no Pods, and the outcomes of Jobs and autoscalers. */
export const workloadRows: readonly Row[] = [
	row('paused', 'apps/v1 Deployment', paused),
	{symptom: 'not created', find: notCreated},
	row('autoscaler target', 'autoscaling/v2 HorizontalPodAutoscaler', noTarget),
	row('autoscaler requests', 'autoscaling/v2 HorizontalPodAutoscaler', noRequest),
	row('autoscaler metrics', 'autoscaling/v2 HorizontalPodAutoscaler', noMetrics),
];

/** Problems that are reported only if no Pod says more. */
export const lastRows: readonly Row[] = [row('job failed', 'batch/v1 Job', (job, scene) => jobFailed(job, scene))];
