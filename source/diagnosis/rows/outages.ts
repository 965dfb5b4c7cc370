import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {isKind} from '../../objects/kubernetes-object.js';
import type {Pod, Service} from '../../objects/kubernetes.generated.js';
import {isPodReady, podCondition} from '../../objects/pod.js';
import {matchesLabels} from '../../objects/labels.js';
import {all} from '../look.js';
import {ofOutage} from '../outage.js';
import {row, type Found, type Row} from '../row.js';
import type {Scene} from '../symptom.js';

/** The finding that a component is down, and so does not do its part. */
const down = (component: string, {outages = []}: Scene): Found => {
	const outage = outages.find((one) => one.component === component);
	return outage && {message: ({cluster}) => cluster.isDown(component, outage.isPaused), ...ofOutage(outage)};
};

/** A Pod that the scheduler has not seen, or that its kubelet neither starts nor stops. */
const podWaits = (pod: Pod, scene: Scene): Found => {
	const {deletionTimestamp} = pod.metadata;
	const {nodeName} = pod.spec;
	if (nodeName === undefined) {
		return podCondition(pod, 'PodScheduled') ? undefined : down('kube-scheduler', scene);
	}

	const {containerStatuses} = pod.status;
	// The controller of nodes marks the Pod as not ready, although its containers run.
	const isLost = !isPodReady(pod) && containerStatuses?.every(({ready}) => ready);
	return deletionTimestamp !== undefined || containerStatuses === undefined || isLost
		? down(`kubelet/${nodeName}`, scene)
		: undefined;
};

/** Objects that no client but the controller manager makes complete. */
const managed: ReadonlySet<string> = new Set([
	'Deployment',
	'ReplicaSet',
	'ReplicationController',
	'StatefulSet',
	'DaemonSet',
	'Job',
	'CronJob',
	'HorizontalPodAutoscaler',
	'PersistentVolumeClaim',
	'PersistentVolume',
]);

const noController = (object: KubernetesObject, scene: Scene): Found =>
	managed.has(object.kind) || object.metadata.deletionTimestamp !== undefined
		? down('kube-controller-manager', scene)
		: undefined;

/** A Service with ready Pods of which no EndpointSlice knows. */
const noSlice = (service: Service, scene: Scene): Found => {
	const {name, namespace = 'default'} = service.metadata;
	const {selector = {}} = service.spec ?? {};
	const slices = all<KubernetesObject>(scene.ledger, `/registry/endpointslices/${namespace}/`);
	const isKnown = slices.some(({object}) => object.metadata.labels?.['kubernetes.io/service-name'] === name);
	const pods = all<Pod>(scene.ledger, `/registry/pods/${namespace}/`);
	return !isKnown &&
		pods.some(({object}) => isPodReady(object) && matchesLabels(selector, object.metadata.labels ?? {}))
		? down('kube-controller-manager', scene)
		: undefined;
};

/** A Service on a node whose kube-proxy is down: its rules there stay as they are. */
const oldRules = (scene: Scene): Found => {
	const outage = scene.outages?.find(({component}) => component.startsWith('kube-proxy/'));
	const found = outage && down(outage.component, scene);
	return found && {...found, candidates: [], isRemark: true};
};

/** Objects that wait for a component that is down, where the object itself shows it: before all other findings. */
export const outageRows: readonly Row[] = [
	row('component down', 'v1 Pod', (pod, scene) => podWaits(pod, scene)),
	row('component down', 'v1 Service', (service, scene) => noSlice(service, scene)),
];

/** Objects without a finding of their own: their controller is down. */
export const lastOutageRows: readonly Row[] = [{symptom: 'component down', find: noController}];

/** Services whose rules are old on some node. */
export const outageRemarks: readonly Row[] = [
	{
		symptom: 'kube-proxy down',
		find: (object, scene) => (isKind(object, 'v1 Service') ? oldRules(scene) : undefined),
	},
];
