import {equal} from '../../kernel/equality.js';
import type {
	ClusterRoleBinding,
	Container,
	CustomResourceDefinition,
	Deployment,
	Ingress,
	IngressBackend,
	IngressClass,
	Pod,
	RoleBinding,
	Service,
	StatefulSet,
} from '../../objects/kubernetes.generated.js';
import {makesPodsOf} from '../../objects/custom-pods.js';
import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {registryPrefix, resourceNamed} from '../../objects/resources.js';
import {formatLabelSelector, matchesLabels} from '../../objects/labels.js';
import {isPodReady, isTerminal} from '../../objects/pod.js';
import {podTemplateHashLabel} from '../../objects/workload.js';
import {nestedStringMap} from '../../objects/unstructured.js';
import {closest} from '../../scenario/mistake.js';
import {all, isSystem, named, type Reader} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {Candidate, FieldPath, Scene} from '../symptom.js';
import type {Saying} from '../words/words.js';
import {loopbackPorts, openPorts} from './probes.js';
import {closedByPolicy} from './service-policy.js';

const podsIn = (namespace: string | undefined, ledger: Reader): readonly Pod[] =>
	all<Pod>(ledger, `/registry/pods/${namespace}/`)
		.map(({object}) => object)
		.filter((pod) => !isTerminal(pod));

/** The label by which a Service selects one Pod of a StatefulSet. */
const podNameLabel = 'statefulset.kubernetes.io/pod-name';

const generated = new Set([
	podTemplateHashLabel,
	'controller-revision-hash',
	podNameLabel,
	'apps.kubernetes.io/pod-index',
	'pod-template-generation',
]);

const ownLabels = ({metadata}: Pod): ReadonlyArray<readonly [string, string]> =>
	Object.entries(metadata.labels ?? {}).filter(([name]) => !generated.has(name));

/** Whether a Service's value may be intended as a label's value: it is nearly the same, that of the Service's name, or the only one. */
const isMeant = (
	value: string,
	other: string,
	{pods, key, name}: {pods: readonly Pod[]; key: string; name: string},
): boolean =>
	closest(value, [other]) !== undefined ||
	other.includes(value) ||
	value.includes(other) ||
	other.includes(name) ||
	name.includes(other) ||
	new Set(pods.map(({metadata}) => metadata.labels?.[key])).size === 1;

/** Single changes that make the selector match a Pod. */
const selectorCandidates = (
	selector: Readonly<Record<string, string>>,
	pods: readonly Pod[],
	name: string,
): readonly Candidate[] => {
	const candidates = pods.flatMap((pod): Candidate[] => {
		const labels = Object.fromEntries(ownLabels(pod));
		const wrong = Object.entries(selector).filter(([key, value]) => labels[key] !== value);
		const [first] = wrong;
		if (!first || wrong.length > 1) {
			return [];
		}

		const [key, value] = first;
		const field = ['spec', 'selector', key];
		const other = labels[key];
		// A Service that selects unrelated Pods does not help its clients.
		if (other !== undefined && !isMeant(value, other, {pods, key, name})) {
			return [];
		}

		const renamed = Object.entries(labels).find(([name, text]) => text === value && !(name in selector));
		if (other !== undefined) {
			return [{field, change: {value: other}}];
		}

		if (renamed) {
			return [{field, change: {rename: renamed[0]}}];
		}

		// Without any label, the Service would have no endpoints, and nothing would report it.
		return Object.keys(selector).length > 1 ? [{field, change: {remove: true}}] : [];
	});
	return candidates.filter((candidate, index) => candidates.findIndex((other) => equal(other, candidate)) === index);
};

/** The labels that a StatefulSet gives to the Pod that a selector names, if it is one of its Pods. */
const ofIdentity = (
	{metadata, spec}: StatefulSet,
	selector: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
	const name = selector[podNameLabel] ?? '';
	const [, set, ordinal] = /^(.+)-(\d+)$/.exec(name) ?? [];
	const start = spec?.ordinals?.start ?? 0;
	const number = Number(ordinal) - start;
	return set === metadata.name && number >= 0 && number < (spec?.replicas ?? 1) ? {[podNameLabel]: name} : {};
};

/** The controllers that make or would make Pods with the labels of a selector. */
const makersOf = ({metadata, spec}: Pick<Service, 'metadata' | 'spec'>, ledger: Reader): boolean =>
	['deployments', 'statefulsets', 'daemonsets', 'replicasets', 'controllers'].some((plural) =>
		all<KubernetesObject>(ledger, `/registry/${plural}/${metadata.namespace}/`).some(({object}) =>
			matchesLabels(spec?.selector ?? {}, {
				...nestedStringMap(object, 'spec', 'template', 'metadata', 'labels'),
				...(isKind(object, 'apps/v1 StatefulSet') ? ofIdentity(object, spec?.selector ?? {}) : {}),
			}),
		),
	);

/** The namespaces with Pods that have all labels of a selector. */
const namespacesOf = (selector: Readonly<Record<string, string>>, ledger: Reader): readonly string[] => [
	...new Set(
		all<Pod>(ledger, '/registry/pods/').flatMap(({object}) =>
			!isSystem(object) && matchesLabels(selector, object.metadata.labels) ? (object.metadata.namespace ?? []) : [],
		),
	),
];

/** Deployments that would create Pods for a Service, and have 0 replicas. */
const scaledDown = ({metadata, spec}: Pick<Service, 'metadata' | 'spec'>, ledger: Reader): readonly Candidate[] =>
	all<Deployment>(ledger, `/registry/deployments/${metadata.namespace}/`)
		.filter(
			({object}) =>
				object.spec?.replicas === 0 && matchesLabels(spec?.selector ?? {}, object.spec.template.metadata?.labels),
		)
		.map(({object}) => ({command: `kubectl scale deployment ${named(object)} --replicas=1`}));

/** The custom resource of a namespace whose controller, which is not simulated, would make the Pods of a selector. */
const customMaker = (
	namespace: string | undefined,
	selector: Readonly<Record<string, string>>,
	ledger: Reader,
): KubernetesObject | undefined =>
	all<CustomResourceDefinition>(
		ledger,
		`${registryPrefix(resourceNamed('customresourcedefinitions.apiextensions.k8s.io'))}/`,
	)
		.flatMap(({object: {spec}}) =>
			all<KubernetesObject>(ledger, `/registry/${spec.group}/${spec.names.plural}/${namespace}/`),
		)
		.map(({object}) => object)
		.find((object) =>
			makesPodsOf(
				{apiVersion: object.apiVersion, kind: object.kind, name: object.metadata.name, value: object},
				selector,
			),
		);

const selectsNobody = ({metadata, spec}: Service, {ledger}: Scene): Found => {
	const {selector = {}, type} = spec ?? {};
	const pods = podsIn(metadata.namespace, ledger);
	if (
		Object.keys(selector).length === 0 ||
		type === 'ExternalName' ||
		pods.some((pod) => matchesLabels(selector, pod.metadata.labels))
	) {
		return undefined;
	}

	const maker = customMaker(metadata.namespace, selector, ledger);
	if (maker) {
		return {
			message: ({cluster}) =>
				cluster.selectsCustom(formatLabelSelector({matchLabels: selector}), maker.kind, maker.metadata.name),
			field: ['spec', 'selector'],
			advice: [],
			isRemark: true,
		};
	}

	const [elsewhere] = pods.length > 0 || makersOf({metadata, spec}, ledger) ? [] : namespacesOf(selector, ledger);
	if (elsewhere !== undefined) {
		return {
			message: ({cluster}) => cluster.selectsNobody(formatLabelSelector({matchLabels: selector})),
			field: ['metadata', 'namespace'],
			advice: [({cluster}) => cluster.selectsOwnNamespace(elsewhere)],
			candidates: [{field: ['metadata', 'namespace'], change: {value: elsewhere}, ofFile: true}],
		};
	}

	// A selector that fits a controller is right: its Pods are missing.
	const isRight = makersOf({metadata, spec}, ledger);
	const changes = isRight ? [] : selectorCandidates(selector, pods, metadata.name);
	const fields = new Set(changes.flatMap((one) => ('field' in one ? [one.field.join('.')] : [])));
	const [first] = changes;
	const labels = new Set(pods.map((pod) => formatLabelSelector({matchLabels: Object.fromEntries(ownLabels(pod))})));
	return {
		message: ({cluster}) => cluster.selectsNobody(formatLabelSelector({matchLabels: selector})),
		// If a single label prevents any match, that label is the culprit.
		field: first && 'field' in first && fields.size === 1 ? first.field : ['spec', 'selector'],
		advice: isRight ? [] : [({cluster}) => cluster.podsHave([...labels].slice(0, 3))],
		candidates: [...scaledDown({metadata, spec}, ledger), ...changes],
		isRemark: labels.size === 0,
	};
};

type ServicePort = NonNullable<NonNullable<Service['spec']>['ports']>[number];

const namedPorts = ({spec}: Pod): ReadonlyArray<{readonly name?: string; readonly containerPort: number}> =>
	[...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ports = []}: Container) => ports);

const cannotBeReached = (
	{targetPort, port, protocol = 'TCP'}: ServicePort,
	pods: readonly Pod[],
	ledger: Reader,
): {readonly message: Saying; readonly others: ReadonlyArray<string | number>} | undefined => {
	const target = targetPort ?? port;
	const known = pods.flatMap((pod) => namedPorts(pod).flatMap(({name}) => name ?? []));
	if (typeof target === 'string' && !/^\d+$/.test(target)) {
		const near = closest(target, known);
		const numbers = pods.flatMap((pod) =>
			namedPorts(pod).flatMap(({name, containerPort}) => (name === target ? [containerPort] : [])),
		);
		return known.includes(target)
			? silentPort(port, target, numbers, protocol, pods, ledger)
			: {
					message: ({cluster}) => cluster.noNamedPort(target),
					others: [...new Set([...(near ? [near] : []), ...known, ...pods.flatMap((pod) => openPorts(pod, ledger))])],
				};
	}

	return silentPort(port, target, [Number(target)], protocol, pods, ledger);
};

/** A port where no Pod listens, though it may be declared: the program decides. */
const silentPort = (
	port: number,
	target: number | string,
	numbers: readonly number[],
	protocol: string,
	pods: readonly Pod[],
	ledger: Reader,
): {readonly message: Saying; readonly others: ReadonlyArray<string | number>} | undefined => {
	const open = [...new Set(pods.flatMap((pod) => openPorts(pod, ledger)))];
	if (protocol !== 'TCP' || numbers.some((number) => open.includes(number))) {
		return undefined;
	}

	const isLocal = pods.some((pod) => loopbackPorts(pod, ledger).some((number) => numbers.includes(number)));
	return isLocal
		? {message: ({cluster}) => cluster.onlyLoopback(port, target), others: []}
		: {message: ({cluster}) => cluster.nobodyAnswers(port, target, open), others: open};
};

const wrongPort = ({metadata, spec}: Service, {ledger}: Scene): Found => {
	const {selector = {}, type, ports = [], clusterIP} = spec ?? {};
	const pods = podsIn(metadata.namespace, ledger).filter(
		(pod) => matchesLabels(selector, pod.metadata.labels) && isPodReady(pod),
	);
	if (Object.keys(selector).length === 0 || type === 'ExternalName' || pods.length === 0) {
		return undefined;
	}

	for (const [index, port] of ports.entries()) {
		const trouble = cannotBeReached(port, pods, ledger);
		const isName = typeof port.targetPort === 'string';
		// A client that looks up the Pods of a headless Service chooses the port as well.
		if (trouble && (isName || clusterIP !== 'None')) {
			const field = ['spec', 'ports', index, 'targetPort'];
			return {
				message: trouble.message,
				field,
				advice: [],
				candidates: trouble.others.slice(0, 3).map((value) => ({field, change: {value}})),
			};
		}
	}

	return undefined;
};

const classField: FieldPath = ['spec', 'ingressClassName'];

const noClass = ({metadata, spec}: Ingress, {ledger}: Scene): Found => {
	const name = spec?.ingressClassName ?? metadata.annotations?.['kubernetes.io/ingress.class'];
	const classes = all<IngressClass>(ledger, '/registry/ingressclasses/').map(({object}) => object.metadata.name);
	if (name !== undefined && (classes.includes(name) || spec?.ingressClassName === undefined)) {
		return undefined;
	}

	const near = name === undefined ? undefined : closest(name, classes);
	return {
		message: ({cluster}) => (name === undefined ? cluster.noDefaultClass : cluster.noClass(name)),
		field: classField,
		advice: [({cluster}) => (classes.length > 0 ? cluster.classes(classes) : cluster.noClasses)],
		candidates: [...new Set([...(near ? [near] : []), ...classes])].map((value) => ({
			field: classField,
			change: {value},
		})),
	};
};

interface Backend {
	readonly backend: IngressBackend;
	readonly field: FieldPath;
}

const backendsOf = ({spec}: Ingress): readonly Backend[] => [
	...(spec?.defaultBackend ? [{backend: spec.defaultBackend, field: ['spec', 'defaultBackend']}] : []),
	...(spec?.rules ?? []).flatMap(({http}, rule) =>
		(http?.paths ?? []).map(({backend}, path) => ({
			backend,
			field: ['spec', 'rules', rule, 'http', 'paths', path, 'backend'],
		})),
	),
];

/** The port name with which the AWS controller reads an action from `alb.ingress.kubernetes.io/actions.NAME`: no Service need have that NAME. */
const isAnnotated = ({service}: IngressBackend): boolean => service?.port?.name === 'use-annotation';

const wrongBackend = (ingress: Ingress, {ledger}: Scene): Found => {
	const prefix = `/registry/services/specs/${ingress.metadata.namespace}/`;
	const names = ledger.keys(prefix).map((key) => key.slice(prefix.length));
	for (const {backend, field} of backendsOf(ingress)) {
		const {name, port} = backend.service ?? {};
		if (name === undefined || isAnnotated(backend)) {
			continue;
		}

		const service = ledger.read<Service>(`${prefix}${name}`);
		if (!service) {
			const near = closest(name, names);
			return {
				message: ({cluster}) => cluster.noService(name),
				field: [...field, 'service', 'name'],
				advice: [
					({cluster}) =>
						near ? cluster.didYouMean(near) : cluster.applyService(name, ingress.metadata.namespace ?? 'default'),
				],
				candidates: near ? [{field: [...field, 'service', 'name'], change: {value: near}}] : [],
			};
		}

		const ports = service.spec?.ports ?? [];
		if (!ports.some((own) => (port?.name === undefined ? own.port === port?.number : own.name === port.name))) {
			const by = port?.name === undefined ? 'number' : 'name';
			const others = ports.flatMap((own) => own[by === 'name' ? 'name' : 'port'] ?? []);
			return {
				message: ({cluster}) =>
					cluster.noServicePort(
						port?.[by],
						name,
						ports
							.map(({port: number, name: called}) => (called === undefined ? number : `${called} (${number})`))
							.join(', '),
					),
				field: [...field, 'service', 'port', by],
				advice: [],
				candidates: others.map((value) => ({field: [...field, 'service', 'port', by], change: {value}})),
			};
		}
	}

	return undefined;
};

/** A missing certificate: the ingress controller presents its own, which no browser trusts. */
const noCertificate = ({metadata, spec}: Ingress, {ledger}: Scene): Found => {
	const prefix = `/registry/secrets/${metadata.namespace}/`;
	for (const [index, {secretName}] of (spec?.tls ?? []).entries()) {
		if (secretName !== undefined && ledger.read(`${prefix}${secretName}`) === undefined) {
			const near = closest(
				secretName,
				ledger.keys(prefix).map((key) => key.slice(prefix.length)),
			);
			const field = ['spec', 'tls', index, 'secretName'];
			return {
				message: ({cluster}) => cluster.noCertificate(secretName),
				field,
				advice: near === undefined ? [] : [({cluster}) => cluster.didYouMean(near)],
				candidates: near === undefined ? [] : [{field, change: {value: near}}],
				isRemark: true,
			};
		}
	}

	return undefined;
};

/**
A Service of type LoadBalancer in a cluster without a cloud, which gets no external address.

@see https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer
*/
const noLoadBalancer = ({spec, status}: Service): Found => {
	const nodePort = spec?.ports?.find((port) => port.nodePort !== undefined)?.nodePort;
	return spec?.type === 'LoadBalancer' && (status?.loadBalancer?.ingress ?? []).length === 0
		? {
				message: ({cluster}) => cluster.noLoadBalancer,
				field: ['spec', 'type'],
				advice: nodePort === undefined ? [] : [({cluster}) => cluster.nodePortWorks(nodePort)],
				isRemark: true,
			}
		: undefined;
};

/** A binding to a missing role, which grants no rights; Kubernetes accepts it silently. */
const noRole = ({metadata, roleRef}: ClusterRoleBinding | RoleBinding, {ledger}: Scene): Found => {
	const {kind, name} = roleRef;
	const prefix = kind === 'Role' ? `/registry/roles/${metadata.namespace}/` : '/registry/clusterroles/';
	if (ledger.read(`${prefix}${name}`) !== undefined) {
		return undefined;
	}

	const near = closest(
		name,
		ledger.keys(prefix).map((key) => key.slice(prefix.length)),
	);
	const field = ['roleRef', 'name'];
	return {
		message: ({cluster}) => cluster.noRole(kind, name),
		field,
		advice: near === undefined ? [] : [({cluster}) => cluster.didYouMean(near)],
		candidates: near === undefined ? [] : [{field, change: {value: near}}],
		isRemark: true,
	};
};

/** Services and Ingresses that Kubernetes accepts without a warning, although they have no target. */
export const trafficRows: readonly Row[] = [
	row('service selects no Pod', 'v1 Service', selectsNobody),
	row('service port', 'v1 Service', wrongPort),
	row('service closed by policy', 'v1 Service', closedByPolicy),
	row('ingress class', 'networking.k8s.io/v1 Ingress', noClass),
	row('load balancer', 'v1 Service', noLoadBalancer),
	row('ingress backend', 'networking.k8s.io/v1 Ingress', wrongBackend),
	row('ingress certificate', 'networking.k8s.io/v1 Ingress', noCertificate),
	row('role of a binding', 'rbac.authorization.k8s.io/v1 RoleBinding', noRole),
	row('role of a binding', 'rbac.authorization.k8s.io/v1 ClusterRoleBinding', noRole),
];
