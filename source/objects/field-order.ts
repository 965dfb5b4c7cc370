import {messageFields, messageOfKind} from './protobuf-messages.js';

/**
Fields that stand elsewhere in the Go type than their protobuf number says: each follows the one before it.

What came later got the next number, but was declared where it belongs.
*/
const declared: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
	'authentication.v1.TokenRequestSpec': [['audiences', 'expirationSeconds', 'boundObjectRef']],
	'autoscaling.v2.MetricSpec': [['resource', 'containerResource', 'external']],
	'apps.v1.DeploymentCondition': [['status', 'lastUpdateTime', 'lastTransitionTime', 'reason', 'message']],
	'apps.v1.DeploymentStatus': [
		['updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas', 'terminatingReplicas'],
	],
	'batch.v1.CronJobSpec': [['schedule', 'timeZone']],
	'batch.v1.JobSpec': [
		['activeDeadlineSeconds', 'podFailurePolicy', 'successPolicy', 'backoffLimit', 'backoffLimitPerIndex'],
		['backoffLimitPerIndex', 'maxFailedIndexes', 'selector'],
	],
	'core.v1.ConfigMap': [['metadata', 'immutable']],
	'core.v1.Container': [
		['ports', 'envFrom', 'env'],
		['resources', 'resizePolicy', 'restartPolicy', 'restartPolicyRules'],
		['volumeMounts', 'volumeDevices'],
		['readinessProbe', 'startupProbe'],
		['terminationMessagePath', 'terminationMessagePolicy'],
	],
	'core.v1.NodeSpec': [['podCIDR', 'podCIDRs', 'providerID']],
	'core.v1.PodCondition': [['type', 'observedGeneration', 'status']],
	'core.v1.PodSpec': [
		['volumes', 'initContainers', 'containers', 'ephemeralContainers'],
		['serviceAccount', 'automountServiceAccountToken'],
		['hostIPC', 'shareProcessNamespace'],
	],
	'core.v1.PodStatus': [
		['observedGeneration', 'phase'],
		['reason', 'nominatedNodeName', 'hostIP', 'hostIPs', 'podIP', 'podIPs'],
		['startTime', 'initContainerStatuses'],
	],
	'core.v1.Secret': [['metadata', 'immutable', 'data', 'stringData', 'type']],
	'core.v1.ServicePort': [['protocol', 'appProtocol']],
	'core.v1.ServiceSpec': [
		['clusterIP', 'clusterIPs'],
		['sessionAffinityConfig', 'ipFamilies', 'ipFamilyPolicy'],
	],
	'networking.v1.HTTPIngressPath': [['path', 'pathType', 'backend']],
	'networking.v1.IngressSpec': [['ingressClassName', 'defaultBackend']],
};

const ephemeral = 'core.v1.EphemeralContainer';

interface Field {
	readonly name: string;
	/** Message of its value or of each of its items; `undefined` for plain values and maps. */
	readonly message?: string;
}

const orders = new Map<string, readonly Field[] | undefined>();

const short = (message: string): string => message.replace(/^k8s\.io\.api\./, '');

/** Fields whose own fields stand in their place, as in Go's embedded types. */
const embedded = new Set([
	'ephemeralContainerCommon',
	'handler',
	'ingressRuleValue',
	'volumeSource',
	'persistentVolumeSource',
	'localObjectReference',
]);

const fieldsOf = (message: string): readonly Field[] | undefined => {
	if (orders.has(message)) {
		return orders.get(message);
	}

	const fields = messageFields(message)?.flatMap(([name, type]): readonly Field[] => {
		const inner = /^(?:repeated )?(k8s\.io\..*)$/.exec(type)?.[1];
		return embedded.has(name) && inner ? (fieldsOf(inner) ?? []) : [{name, message: inner}];
	});
	if (fields) {
		const key = short(message);
		for (const chain of declared[key.startsWith(ephemeral) ? 'core.v1.Container' : key] ?? []) {
			place(fields, chain);
		}
	}

	orders.set(message, fields);
	return fields;
};

/** Puts each field of a chain right behind the one before it; `observedGeneration` of a status right before what follows it. */
const place = (fields: Field[], chain: readonly string[]): void => {
	const at = (name: string) => fields.findIndex((field) => field.name === name);
	if (at(chain[0]!) > at(chain[1]!)) {
		const [first] = fields.splice(at(chain[0]!), 1);
		fields.splice(at(chain[1]!), 0, first!);
	}

	for (let index = 1; index < chain.length; index++) {
		const from = at(chain[index]!);
		if (from !== -1) {
			const [moved] = fields.splice(from, 1);
			fields.splice(at(chain[index - 1]!) + 1, 0, moved!);
		}
	}
};

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
	a < b ? -1 : a > b ? 1 : 0;

const ordered = (value: unknown, message: string | undefined): unknown => {
	if (Array.isArray(value)) {
		return value.map((item) => ordered(item, message));
	}

	if (typeof value !== 'object' || value === null) {
		return value;
	}

	const fields = message === undefined ? undefined : fieldsOf(message);
	const entries = Object.entries(value).filter(([, one]) => one !== undefined);
	if (!fields) {
		return Object.fromEntries(entries.sort(byKey).map(([key, one]) => [key, ordered(one, undefined)]));
	}

	const places = new Map(fields.map(({name}, index) => [name, index]));
	const placeOf = (key: string): number => places.get(key) ?? fields.length;
	return Object.fromEntries(
		entries
			.sort((a, b) => placeOf(a[0]) - placeOf(b[0]) || byKey(a, b))
			.map(([key, one]) => [key, ordered(one, fields[placeOf(key)]?.message)]),
	);
};

/**
An object with its fields in the order in which Go writes the type: kind and apiVersion, metadata, spec, status.

Go's encoder writes the fields of a type as they are declared, and the keys of a map sorted. Objects of kinds that are not built in are maps.
*/
export const inGoOrder = <T extends {readonly apiVersion?: unknown; readonly kind?: unknown}>(object: T): T => {
	const {apiVersion, kind, ...rest} = object;
	const {metadata, items} = rest as {readonly metadata?: unknown; readonly items?: unknown};
	if (Array.isArray(items) && String(kind).endsWith('List')) {
		return {
			kind,
			apiVersion,
			metadata: ordered(metadata, undefined),
			items: items.map((item) => inGoOrder(item)),
		} as never;
	}

	const message = messageOfKind(String(apiVersion), String(kind));
	const known = message !== undefined && messageFields(message) !== undefined;
	return (known ? {kind, apiVersion, ...(ordered(rest, message) as object)} : ordered(object, undefined)) as T;
};
