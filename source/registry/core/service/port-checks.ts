import {duplicate, forbidden, required} from '../../../objects/field-error.js';
import type {Service, ServicePort} from '../../../objects/kubernetes.generated.js';
import {
	checkDNSLabel,
	checkLabelKey,
	checkPort,
	checkRange,
	requireSupported,
	type Errors,
} from '../../validation/checks.js';

type Spec = NonNullable<Service['spec']>;

/** Checks each port of a Service. */
export const checkPorts = (errors: Errors, spec: Spec): void => {
	const ports = spec.ports ?? [];
	const names = new Set<string>();
	for (const [index, port] of ports.entries()) {
		const at = `spec.ports[${index}]`;
		if (ports.length > 1 && !port.name) {
			errors.push(required(`${at}.name`));
		} else if (port.name) {
			checkDNSLabel(errors, `${at}.name`, port.name);
			if (names.has(port.name)) {
				errors.push(duplicate(`${at}.name`, port.name));
			}

			names.add(port.name);
		}

		checkRange(errors, `${at}.port`, port.port, 1, 65_535);
		requireSupported(errors, `${at}.protocol`, port.protocol, ['SCTP', 'TCP', 'UDP']);
		checkPort(errors, `${at}.targetPort`, port.targetPort ?? 0);
		if (port.appProtocol !== undefined) {
			checkLabelKey(errors, `${at}.appProtocol`, port.appProtocol);
		}
	}
};

/** Checks that no two ports of a Service are the same port of its address, or of the nodes. */
export const checkUniquePorts = (errors: Errors, spec: Spec): void => {
	const ports = spec.ports ?? [];
	if (spec.type === 'ClusterIP') {
		for (const [index, {nodePort}] of ports.entries()) {
			if (nodePort) {
				errors.push(forbidden(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
			}
		}
	}

	const seen = new Set<string>();
	for (const [index, {protocol, nodePort}] of ports.entries()) {
		if (nodePort) {
			const key = `${protocol} ${nodePort}`;
			if (seen.has(key)) {
				errors.push(duplicate(`spec.ports[${index}].nodePort`, nodePort));
			}

			seen.add(key);
		}
	}

	const taken = new Set<string>();
	for (const [index, {protocol, port}] of ports.entries()) {
		const key = `${protocol} ${port}`;
		if (taken.has(key)) {
			errors.push(duplicate(`spec.ports[${index}]`, shownPort({protocol, port})));
		}

		taken.add(key);
	}
};

const shownPort = ({protocol, port}: ServicePort): unknown => ({
	Name: '',
	Protocol: protocol ?? '',
	AppProtocol: null,
	Port: port,
	TargetPort: 0,
	NodePort: 0,
});
