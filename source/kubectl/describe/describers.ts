import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';

import {fullName, type ApiResource} from '../discovery.js';
import {noResourceType} from '../failure.js';
import type {Invocation} from '../invocation.js';
import {keyOf} from '../resource-path.js';
import {alignTabs} from '../../go/tab-writer.js';
import type {Resources} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, type ResourceName} from '../../objects/resources.js';
import {isObjectOf, type Unstructured} from '../../objects/unstructured.js';
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

/** The describer of the objects of a built-in resource. */
const describerOf = <N extends ResourceName>(
	name: N,
	describer: Describer<Resources[N]>,
): readonly [ResourceName, Describer] => [
	name,
	(writer, object, around) =>
		isObjectOf(object, name) ? describer(writer, object, around) : describeFields(writer, object, around),
];

/** Kinds that kubectl knows, by their resources. @mirrors kubectl/pkg/describe describerMap */
const describers = new Map<string, Describer>([
	describerOf('pods', describePod),
	describerOf('replicationcontrollers', replicationController),
	describerOf('secrets', describeSecret),
	describerOf('services', describeService),
	describerOf('serviceaccounts', describeServiceAccount),
	describerOf('nodes', describeNode),
	describerOf('limitranges', describeLimitRange),
	describerOf('resourcequotas', describeQuota),
	describerOf('persistentvolumes', describeVolume),
	describerOf('persistentvolumeclaims', describeClaim),
	describerOf('namespaces', describeNamespace),
	describerOf('endpoints', describeEndpoints),
	describerOf('configmaps', describeConfigMap),
	describerOf('endpointslices.discovery.k8s.io', describeEndpointSlice),
	describerOf('horizontalpodautoscalers.autoscaling', describeAutoscaler),
	describerOf('ingresses.networking.k8s.io', describeIngress),
	describerOf('ingressclasses.networking.k8s.io', describeIngressClass),
	describerOf('servicecidrs.networking.k8s.io', describeServiceCIDR),
	describerOf('ipaddresses.networking.k8s.io', describeIPAddress),
	describerOf('jobs.batch', describeJob),
	describerOf('cronjobs.batch', describeCronJob),
	describerOf('statefulsets.apps', statefulSet),
	describerOf('deployments.apps', deployment),
	describerOf('daemonsets.apps', daemonSet),
	describerOf('replicasets.apps', replicaSet),
	describerOf('certificatesigningrequests.certificates.k8s.io', describeCertificateRequest),
	describerOf('storageclasses.storage.k8s.io', describeStorageClass),
	describerOf('csinodes.storage.k8s.io', describeCSINode),
	describerOf('volumeattributesclasses.storage.k8s.io', describeAttributesClass),
	describerOf('poddisruptionbudgets.policy', describeBudget),
	describerOf('roles.rbac.authorization.k8s.io', describeRole),
	describerOf('clusterroles.rbac.authorization.k8s.io', describeRole),
	describerOf('rolebindings.rbac.authorization.k8s.io', describeBinding),
	describerOf('clusterrolebindings.rbac.authorization.k8s.io', describeBinding),
	describerOf('networkpolicies.networking.k8s.io', describeNetworkPolicy),
	describerOf('priorityclasses.scheduling.k8s.io', describePriorityClass),
]);

const surroundings = (
	invocation: Invocation,
	{kind}: ApiResource,
	object: Unstructured,
	showEvents: boolean,
): Surroundings => {
	function* resourceOf(word: string): Routine<ApiResource> {
		const found = yield* invocation.named(word);
		if (!found) {
			throw noResourceType(word);
		}

		return found;
	}

	function* list<N extends ResourceName>(
		name: N,
		namespace: string | undefined,
		query?: Readonly<Record<string, string>>,
	): Routine<ReadonlyArray<Resources[N]>> {
		const objects = yield* invocation.list(yield* resourceOf(name), namespace, query);
		return objects.filter((one) => isObjectOf(one, name));
	}

	function* get<N extends ResourceName>(
		name: N,
		namespace: string | undefined,
		objectName: string,
	): Routine<Resources[N]> {
		const found = yield* invocation.get(yield* resourceOf(name), namespace, objectName);
		if (!isObjectOf(found, name)) {
			throw new TypeError(`the server answers a request for ${name} with a ${found.kind}`);
		}

		return found;
	}

	return {
		nowMs: invocation.kernel.wallClockMs,
		list,
		get,
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

/** The description of one object; for a kind that kubectl does not know, its fields. */
export function* describeObject(
	invocation: Invocation,
	resource: ApiResource,
	object: Unstructured,
	showEvents: boolean,
): Routine<string> {
	const describer = describers.get(fullName(resource)) ?? describeFields;
	const writer = new DescriptionWriter();
	const whole = object.kind ? object : {...object, apiVersion: apiVersionOf(resource), kind: resource.kind};
	yield* describer(writer, whole, surroundings(invocation, resource, object, showEvents));
	return alignTabs(writer.text);
}

/** Ledger key of the described object. */
export const describedKey = (resource: ApiResource, {metadata}: Unstructured): string =>
	keyOf(resource, metadata?.namespace, metadata?.name ?? '');
