import type {Routine} from '../../kernel/routine.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Surroundings} from './describe.js';
import {annotationLines, eventLines, pairLines} from './describe-text.js';

/** `ip:port` of the ready endpoints of a port, the first three named. */
const endpointsText = (slices: readonly Unstructured[], port: Value): string => {
	const addresses = slices.flatMap((slice) =>
		(slice.ports ?? [])
			.filter(({name}: Value) => (name ?? '') === (port.name ?? ''))
			.flatMap(({port: number}: Value) =>
				(slice.endpoints ?? [])
					.filter(({conditions}: Value) => conditions?.ready ?? true)
					.flatMap((endpoint: Value) =>
						endpoint.addresses.map(
							(address: string) => `${address.includes(':') ? `[${address}]` : address}:${number}`,
						),
					),
			),
	);
	const shown = addresses.slice(0, 3).join(',');
	return addresses.length > 3 ? `${shown} + ${addresses.length - 3} more...` : shown;
};

function* slicesOf(
	namespace: string | undefined,
	service: string,
	{list}: Surroundings,
): Routine<readonly Unstructured[]> {
	return yield* list('endpointslices.discovery.k8s.io', namespace, {
		labelSelector: `kubernetes.io/service-name=${service}`,
	});
}

function* service(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const slices = yield* slicesOf(metadata.namespace, metadata.name ?? '', around);
	const selector = Object.keys(spec.selector ?? {})
		.sort()
		.map((key) => `${key}=${spec.selector[key]}`)
		.join(',');
	const lines = [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Selector:\t${selector || '<none>'}\nType:\t${spec.type}\n`,
		spec.ipFamilyPolicy ? `IP Family Policy:\t${spec.ipFamilyPolicy}\n` : '',
		`IP Families:\t${(spec.ipFamilies ?? []).join(',') || '<none>'}\nIP:\t${spec.clusterIP ?? ''}\nIPs:\t${(spec.clusterIPs ?? []).join(',') || '<none>'}\n`,
		(spec.externalIPs ?? []).length > 0 ? `External IPs:\t${spec.externalIPs.join(',')}\n` : '',
		spec.loadBalancerIP ? `Desired LoadBalancer IP:\t${spec.loadBalancerIP}\n` : '',
		spec.externalName ? `External Name:\t${spec.externalName}\n` : '',
		(status.loadBalancer?.ingress ?? []).length > 0
			? `LoadBalancer Ingress:\t${status.loadBalancer.ingress.map(({ip, hostname, ipMode}: Value) => `${ip ?? hostname}${ipMode ? ` (${ipMode})` : ''}`).join(', ')}\n`
			: '',
	];
	for (const port of spec.ports ?? []) {
		const name = port.name || '<unset>';
		lines.push(`Port:\t${name}\t${port.port}/${port.protocol}\nTargetPort:\t${port.targetPort}/${port.protocol}\n`);
		if (port.nodePort) {
			lines.push(`NodePort:\t${name}\t${port.nodePort}/${port.protocol}\n`);
		}

		lines.push(`Endpoints:\t${endpointsText(slices, port)}\n`);
	}

	lines.push(`Session Affinity:\t${spec.sessionAffinity ?? ''}\n`);
	if (spec.externalTrafficPolicy) {
		lines.push(`External Traffic Policy:\t${spec.externalTrafficPolicy}\n`);
	}

	if (spec.internalTrafficPolicy) {
		lines.push(`Internal Traffic Policy:\t${spec.internalTrafficPolicy}\n`);
	}

	if (spec.trafficDistribution) {
		lines.push(`Traffic Distribution:\t${spec.trafficDistribution}\n`);
	}

	lines.push(eventLines(yield* around.events(), around.nowMs));
	return lines.join('');
}

function* backendText(backend: Value, namespace: string | undefined, around: Surroundings): Routine<string> {
	if (!backend?.service) {
		return backend?.resource
			? `APIGroup: ${backend.resource.apiGroup ?? '<none>'}, Kind: ${backend.resource.kind}, Name: ${backend.resource.name}`
			: '<default>';
	}

	const {name, port} = backend.service;
	const text = `${name}:${port?.name || port?.number || ''}`;
	const found = yield* around.find('services', namespace, name);
	if (!found) {
		return `${text} (<error: services "${name}" not found>)`;
	}

	const chosen = (found.spec.ports ?? []).find((one: Value) =>
		port?.name ? one.name === port.name : one.port === port?.number,
	);
	return `${text} (${chosen ? endpointsText(yield* slicesOf(namespace, name, around), chosen) : ''})`;
}

function* ingress(object: Unstructured, around: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const addresses = (status.loadBalancer?.ingress ?? []).map(({ip, hostname}: Value) => ip ?? hostname).join(',');
	const lines = [
		`Name:\t${metadata.name}\n`,
		pairLines('Labels', metadata.labels),
		`Namespace:\t${metadata.namespace}\nAddress:\t${addresses}\nIngress Class:\t${spec.ingressClassName ?? '<none>'}\n`,
		`Default backend:\t${yield* backendText(spec.defaultBackend, metadata.namespace, around)}\n`,
	];
	if ((spec.tls ?? []).length > 0) {
		lines.push(
			'TLS:\n',
			...spec.tls.map(({secretName, hosts}: Value) =>
				secretName
					? `  ${secretName} terminates ${(hosts ?? []).join(',')}\n`
					: `  SNI routes ${(hosts ?? []).join(',')}\n`,
			),
		);
	}

	lines.push('Rules:\n  Host\tPath\tBackends\n  ----\t----\t--------\n');
	for (const rule of spec.rules ?? []) {
		if (rule.http) {
			lines.push(`  ${rule.host || '*'}\t\n`);
			for (const path of rule.http.paths) {
				lines.push(`    \t${path.path ?? ''} \t${yield* backendText(path.backend, metadata.namespace, around)}\n`);
			}
		}
	}

	if ((spec.rules ?? []).length === 0) {
		lines.push(`  *\t*\t${yield* backendText(spec.defaultBackend, metadata.namespace, around)}\n`);
	}

	lines.push(annotationLines(metadata.annotations), eventLines(yield* around.events(), around.nowMs));
	return lines.join('');
}

/** Services and Ingresses. */
export function* describeNetwork(object: Unstructured, around: Surroundings): Routine<string | undefined> {
	return object.kind === 'Service'
		? yield* service(object, around)
		: object.kind === 'Ingress'
			? yield* ingress(object, around)
			: undefined;
}
