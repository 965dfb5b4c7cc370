import type {Frame} from '../kernel/stop.js';
import {participantOf} from './participant.js';

/** The kinds of a span relative to its peer; the numbers are OTLP's. */
export const spanKinds = {internal: 1, server: 2, client: 3} as const;

/** A span with the name that the component's own tracing uses. */
export interface UpstreamSpan {
	/** The service that makes it, as its resource names it. */
	readonly service: string;
	/** The node of a kubelet or of another process of a node. */
	readonly node?: string;
	readonly name: string;
	readonly kind: keyof typeof spanKinds;
	/** Whether Kubernetes v1.36 makes such a span; other spans are visible only in a simulation. */
	readonly isReal: boolean;
	readonly attributes: Readonly<Record<string, string>>;
}

const requestLine = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (.*)$/;

/**
The name of a request's span: its path with placeholders; only the method where it is about no resource.

@mirrors k8s.io/apiserver/pkg/endpoints/filters getSpanNameFromRequestInfo
*/
export const requestSpanName = (line: string): string => {
	const [, method = '', path = ''] = requestLine.exec(line) ?? [];
	const parts = path.split('/').slice(1);
	const prefix = parts.splice(0, parts[0] === 'api' ? 2 : 3);
	const isResource = (prefix[0] === 'api' && prefix.length === 2) || (prefix[0] === 'apis' && prefix.length === 3);
	if (!isResource || parts.length === 0) {
		return method;
	}

	// A namespace's resources are below it; its own status is not.
	const isWithin = parts[0] === 'namespaces' && parts.length > 2 && !['status', 'finalize'].includes(parts[2] ?? '');
	const [resource = '', name, ...subresource] = isWithin ? parts.slice(2) : parts;
	return `${method} /${[
		...prefix,
		...(isWithin ? ['namespaces', '{:namespace}'] : []),
		resource,
		...(name === undefined ? [] : ['{:name}']),
		...subresource.slice(0, 1),
	].join('/')}`;
};

/** The name of the inner span, by the verb of the request. @mirrors k8s.io/apiserver/pkg/endpoints/handlers */
export const handlerSpans: Readonly<Record<string, string>> = {
	create: 'Create',
	get: 'Get',
	list: 'List',
	update: 'Update',
	patch: 'Patch',
	delete: 'Delete',
	deletecollection: 'Delete',
};

/** The names of spans that store an object. @mirrors k8s.io/apiserver/pkg/storage/etcd3 store */
const storageSpans: Readonly<Record<string, string>> = {
	create: 'Create etcd3',
	update: 'GuaranteedUpdate etcd3',
	release: 'GuaranteedUpdate etcd3',
};

/** The names of a pod worker's spans. @mirrors k8s.io/kubernetes/pkg/kubelet SyncPod, SyncTerminatingPod, SyncTerminatedPod */
const workerSpans: ReadonlyArray<readonly [frame: RegExp, name: string]> = [
	[/^sync [^ ]+$/, 'syncPod'],
	[/^terminate /, 'syncTerminatingPod'],
	[/^clean up /, 'syncTerminatedPod'],
];

const podAttributes = (key = ''): Readonly<Record<string, string>> => {
	const [, , resource, namespace, name] = key.split('/');
	return resource === 'pods' && namespace !== undefined && name !== undefined
		? {'k8s.pod': `${namespace}/${name}`, 'k8s.pod.name': name, 'k8s.namespace.name': namespace}
		: {};
};

const services: Readonly<Record<string, string>> = {
	'kube-apiserver': 'apiserver',
	etcd: 'apiserver',
	'controller-manager': 'kube-controller-manager',
	containerd: 'kubelet',
	cni: 'kubelet',
	csi: 'kubelet',
};

const serviceOf = (participant: string): Pick<UpstreamSpan, 'service' | 'node'> => {
	const [first = '', node] = participant.split('/');
	const service = services[first] ?? first;
	return service === 'kube-controller-manager' || node === undefined ? {service} : {service, node};
};

const textFact = (facts: Frame['facts'], name: string): string => {
	const value = facts?.[name];
	return typeof value === 'string' ? value : '';
};

/** A frame that is a span of a component's own tracing. */
const realSpan = ({
	name,
	component,
	facts,
	object,
	parent,
}: Frame): Omit<UpstreamSpan, 'service' | 'isReal'> | undefined => {
	const [request, method = '', path = ''] = requestLine.exec(name) ?? [];
	if (request !== undefined && component === 'kubelet') {
		return {name: `HTTP ${method}`, kind: 'client', attributes: {'http.request.method': method, 'url.path': path}};
	}

	if (component === 'kube-apiserver' && parent && requestLine.test(parent.name)) {
		const [, verb = '', target = ''] = requestLine.exec(parent.name) ?? [];
		return {
			name: requestSpanName(parent.name),
			kind: 'server',
			attributes: {'http.request.method': verb, 'http.target': target},
		};
	}

	const stored = component === 'kube-apiserver' && name === 'store' ? storageSpans[textFact(facts, 'case')] : undefined;
	if (stored !== undefined) {
		return {
			name: stored,
			kind: 'internal',
			attributes: {key: textFact(facts, 'key'), resource: textFact(facts, 'resource')},
		};
	}

	if (component === 'etcd' && name === 'txn') {
		return {name: 'etcdserverpb.KV/Txn', kind: 'client', attributes: {'rpc.system': 'grpc'}};
	}

	const call = component === 'containerd' ? textFact(facts, 'call').replace(/^\//, '') : '';
	if (call !== '') {
		return {name: call, kind: 'client', attributes: {'rpc.system': 'grpc'}};
	}

	const worker = component === 'kubelet' ? workerSpans.find(([pattern]) => pattern.test(name)) : undefined;
	return worker && {name: worker[1], kind: 'internal', attributes: podAttributes(object)};
};

/**
The span of a frame. kube-apiserver and kubelet trace with OpenTelemetry; the scheduler of v1.36 only logs its own trace, "Scheduling",
whose name is used here. Other components have no tracing: their frames keep their names.
*/
export const upstreamSpan = (frame: Frame, process: string): UpstreamSpan => {
	const participant = participantOf({component: frame.component, process});
	const real = realSpan(frame);
	if (real) {
		return {...serviceOf(participant), ...real, isReal: true};
	}

	const scheduled = frame.component === 'kube-scheduler' && frame.name.startsWith('schedule ');
	return {
		...serviceOf(participant),
		name: scheduled ? 'Scheduling' : frame.name,
		kind: requestLine.test(frame.name) ? 'client' : 'internal',
		isReal: scheduled,
		attributes: scheduled ? podAttributes(frame.object) : {},
	};
};
