import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import type {
	Ingress,
	IngressBackend,
	IngressClass,
	IngressLoadBalancerIngress,
} from '../../objects/kubernetes.generated.js';
import type {Describer, Surroundings} from './describer.js';
import {endpointsText} from './services.js';
import {writeAnnotations, writeEvents, writeHead, writeLabels} from './text.js';

/** The backend of a path, and its state. @mirrors kubectl/pkg/describe describeBackendV1 */
function* backendText(
	backend: IngressBackend,
	namespace: string | undefined,
	{list, get}: Surroundings,
): Routine<string> {
	if (!backend.service) {
		const {resource} = backend;
		return resource ? `APIGroup: ${resource.apiGroup ?? '<none>'}, Kind: ${resource.kind}, Name: ${resource.name}` : '';
	}

	const {name, port} = backend.service;
	const text = `${name}:${port?.number || (port?.name ?? '')}`;
	try {
		const slices = yield* list('endpointslices.discovery.k8s.io', namespace, {
			labelSelector: `kubernetes.io/service-name=${name}`,
		});
		const service = yield* get('services', namespace, name);
		const chosen = (service.spec.ports ?? []).findLast((one) =>
			port?.number ? one.port === port.number : port?.name && one.name === port.name,
		);
		return `${text} (${endpointsText(slices, chosen?.name ?? '')})`;
	} catch (error) {
		if (error instanceof ApiError) {
			return `${text} (<error: ${error.message}>)`;
		}

		throw error;
	}
}

/** The addresses of an Ingress: each once, sorted. */
const addressesText = (points: readonly IngressLoadBalancerIngress[] | undefined): string =>
	[...new Set((points ?? []).map(({ip, hostname}) => ip || hostname || ''))].filter(Boolean).sort().join(',');

/** An Ingress. @mirrors kubectl/pkg/describe describeIngressV1 */
export const describeIngress: Describer<Ingress> = function* (writer, object, around) {
	const {metadata, spec, status} = object;
	const {namespace} = metadata;
	const happened = yield* around.events();
	writer.write(0, `Name:\t${metadata.name}\n`);
	writeLabels(writer, 'Labels', metadata.labels);
	writer.write(0, `Namespace:\t${namespace}\nAddress:\t${addressesText(status?.loadBalancer?.ingress)}\n`);
	writer.write(0, `Ingress Class:\t${spec.ingressClassName ?? '<none>'}\n`);
	const fallback = spec.defaultBackend ? yield* backendText(spec.defaultBackend, namespace, around) : '<default>';
	writer.write(0, `Default backend:\t${fallback}\n`);
	if (spec.tls && spec.tls.length > 0) {
		writer.write(0, 'TLS:\n');
		for (const {secretName, hosts} of spec.tls) {
			const names = (hosts ?? []).join(',');
			writer.write(1, secretName ? `${secretName} terminates ${names}\n` : `SNI routes ${names}\n`);
		}
	}

	writer.write(0, 'Rules:\n  Host\tPath\tBackends\n');
	writer.write(1, '----\t----\t--------\n');
	const rules = (spec.rules ?? []).filter(({http}) => http);
	for (const {host, http} of rules) {
		writer.write(1, `${host || '*'}\t\n`);
		for (const {path = '', backend} of http?.paths ?? []) {
			writer.write(2, `\t${path} \t${yield* backendText(backend, namespace, around)}\n`);
		}
	}

	if (rules.length === 0) {
		writer.write(1, `*\t*\t${fallback}\n`);
	}

	writeAnnotations(writer, 'Annotations', metadata.annotations);
	writeEvents(writer, happened, around.nowMs);
};

/** An IngressClass. @mirrors kubectl/pkg/describe describeIngressClassV1 */
export const describeIngressClass: Describer<IngressClass> = function* (writer, object, around) {
	const {controller, parameters} = object.spec ?? {};
	const happened = yield* around.events();
	writeHead(writer, object, false);
	writer.write(0, `Controller:\t${controller ?? ''}\n`);
	if (parameters) {
		writer.write(0, 'Parameters:\n');
		if (typeof parameters.apiGroup === 'string') {
			writer.write(1, `APIGroup:\t${parameters.apiGroup}\n`);
		}

		writer.write(1, `Kind:\t${parameters.kind}\n`);
		writer.write(1, `Name:\t${parameters.name}\n`);
	}

	writeEvents(writer, happened, around.nowMs);
};
