import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import type {ApiResource} from '../discovery.js';
import {noResourceType} from '../failure.js';
import {keyOf, type Invocation} from '../invocation.js';
import {alignTabs} from '../../go/tab-writer.js';
import type {Unstructured} from '../unstructured.js';
import {describeAutoscaler, describeBudget} from './autoscalers.js';
import {describeCertificateRequest} from './certificates.js';
import {describeClaim} from './claims.js';
import {
	describeBinding,
	describeConfigMap,
	describeLimitRange,
	describeNamespace,
	describePriorityClass,
	describeQuota,
	describeSecret,
	describeServiceAccount,
} from './configuration.js';
import type {Describer, Surroundings} from './describer.js';
import {describeFields} from './generic.js';
import {describeIngress, describeIngressClass} from './ingresses.js';
import {describeCronJob, describeJob} from './jobs.js';
import {describeIPAddress, describeNetworkPolicy, describeServiceCIDR} from './networks.js';
import {describeNode} from './nodes.js';
import {describePod} from './pods.js';
import {describeRole} from './roles.js';
import {describeEndpoints, describeEndpointSlice, describeService} from './services.js';
import {describeAttributesClass, describeCSINode, describeStorageClass, describeVolume} from './storage.js';
import {daemonSet, deployment, replicaSet, replicationController, statefulSet} from './workloads.js';
import {DescriptionWriter} from './writer.js';

/** Kinds that kubectl knows, by `Kind` or `Kind.group`. @mirrors kubectl/pkg/describe describerMap */
const describers = new Map<string, Describer>([
	['Pod', describePod],
	['ReplicationController', replicationController],
	['Secret', describeSecret],
	['Service', describeService],
	['ServiceAccount', describeServiceAccount],
	['Node', describeNode],
	['LimitRange', describeLimitRange],
	['ResourceQuota', describeQuota],
	['PersistentVolume', describeVolume],
	['PersistentVolumeClaim', describeClaim],
	['Namespace', describeNamespace],
	['Endpoints', describeEndpoints],
	['ConfigMap', describeConfigMap],
	['EndpointSlice.discovery.k8s.io', describeEndpointSlice],
	['HorizontalPodAutoscaler.autoscaling', describeAutoscaler],
	['Ingress.networking.k8s.io', describeIngress],
	['IngressClass.networking.k8s.io', describeIngressClass],
	['ServiceCIDR.networking.k8s.io', describeServiceCIDR],
	['IPAddress.networking.k8s.io', describeIPAddress],
	['Job.batch', describeJob],
	['CronJob.batch', describeCronJob],
	['StatefulSet.apps', statefulSet],
	['Deployment.apps', deployment],
	['DaemonSet.apps', daemonSet],
	['ReplicaSet.apps', replicaSet],
	['CertificateSigningRequest.certificates.k8s.io', describeCertificateRequest],
	['StorageClass.storage.k8s.io', describeStorageClass],
	['CSINode.storage.k8s.io', describeCSINode],
	['VolumeAttributesClass.storage.k8s.io', describeAttributesClass],
	['PodDisruptionBudget.policy', describeBudget],
	['Role.rbac.authorization.k8s.io', describeRole],
	['ClusterRole.rbac.authorization.k8s.io', describeRole],
	['RoleBinding.rbac.authorization.k8s.io', describeBinding],
	['ClusterRoleBinding.rbac.authorization.k8s.io', describeBinding],
	['NetworkPolicy.networking.k8s.io', describeNetworkPolicy],
	['PriorityClass.scheduling.k8s.io', describePriorityClass],
]);

const surroundings = (
	invocation: Invocation,
	{kind}: ApiResource,
	object: Unstructured,
	showEvents: boolean,
): Surroundings => {
	function* resourceOf(word: string): Routine<ApiResource> {
		const found = yield* invocation.lookUp((resources) => resources.named(word));
		if (!found) {
			throw noResourceType(word);
		}

		return found;
	}

	const list: Surroundings['list'] = function* (word, namespace, query) {
		return yield* invocation.list(yield* resourceOf(word), namespace, query);
	};

	return {
		invocation,
		nowMs: invocation.kernel.wallClockMs,
		list,
		*get(word, namespace, name) {
			return yield* invocation.get(yield* resourceOf(word), namespace, name);
		},
		*events({uid = object.metadata?.uid ?? '', anyKind = false} = {}) {
			if (!showEvents) {
				return undefined;
			}

			const {name = '', namespace = ''} = object.metadata ?? {};
			const selector = [
				`involvedObject.name=${name}`,
				`involvedObject.namespace=${namespace}`,
				...(anyKind ? [] : [`involvedObject.kind=${kind}`]),
				...(uid === '' ? [] : [`involvedObject.uid=${uid}`]),
			].join(',');
			try {
				return yield* list('events', namespace || undefined, {fieldSelector: selector});
			} catch (error) {
				if (error instanceof ApiError && kind !== 'ConfigMap') {
					return [];
				}

				throw error;
			}
		},
	};
};

/** The description of one object; of a kind that kubectl does not know, its fields. */
export function* describeObject(
	invocation: Invocation,
	resource: ApiResource,
	object: Unstructured,
	showEvents: boolean,
): Routine<string> {
	const key = resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
	const describer = describers.get(key) ?? describeFields;
	const writer = new DescriptionWriter();
	yield* describer(
		writer,
		object.kind ? object : {...object, kind: resource.kind},
		surroundings(invocation, resource, object, showEvents),
	);
	return alignTabs(writer.text);
}

/** Ledger key of what is described. */
export const describedKey = (resource: ApiResource, {metadata}: Unstructured): string =>
	keyOf(resource, metadata?.namespace, metadata?.name ?? '');
