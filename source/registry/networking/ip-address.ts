import {describeKind} from '../kind.js';
import {required} from '../../objects/field-error.js';
import type {IPAddress} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, pathSegmentErrors} from '../../objects/names.js';
import {checkImmutable, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {canonicalIP, isIP} from '../../objects/ip.js';
import {checkMetadata, checkMetadataUpdate} from '../validation/metadata.js';
import {age} from '../table/cells.js';
import {nameColumn} from '../table/columns.js';

const addressErrors = (name: string): string[] => {
	if (isIP(name) === 0) {
		return [`ParseAddr(${JSON.stringify(name)}): unable to parse IP`];
	}

	return canonicalIP(name) === name ? [] : ['must be a canonical format IP address'];
};

/** An object for each cluster IP in use. @mirrors k8s.io/kubernetes/pkg/apis/networking/validation ValidateIPAddress */
export const checkIPAddress = (errors: Errors, address: IPAddress, old?: IPAddress): void => {
	checkMetadata(errors, address.metadata, false, addressErrors);
	checkParent(errors, address);
	if (old) {
		checkMetadataUpdate(errors, address.metadata, old.metadata);
		const shown = ({spec}: IPAddress): unknown =>
			spec?.parentRef ? internalForm(spec.parentRef, 'networking.v1.ParentReference') : null;
		checkImmutable(errors, 'spec.parentRef', shown(address), shown(old));
	}
};

const checkParent = (errors: Errors, address: IPAddress): void => {
	const path = 'spec.parentRef';
	const parent = address.spec?.parentRef;
	if (!parent) {
		errors.push(required(path));
		return;
	}

	if (parent.group) {
		refuseEach(errors, `${path}.group`, parent.group, dnsSubdomainErrors(parent.group));
	}

	for (const name of ['resource', 'name'] as const) {
		if (requireValue(errors, `${path}.${name}`, parent[name])) {
			refuseEach(errors, `${path}.${name}`, parent[name], pathSegmentErrors(parent[name]));
		}
	}

	if (parent.namespace) {
		refuseEach(errors, `${path}.namespace`, parent.namespace, pathSegmentErrors(parent.namespace));
	}
};

const parentText = ({spec}: IPAddress): string => {
	const parent = spec?.parentRef;
	if (!parent) {
		return '<none>';
	}

	const resource = `${parent.resource}${parent.group ? `.${parent.group}` : ''}`.toLowerCase();
	return [resource, ...(parent.namespace ? [parent.namespace] : []), parent.name].join('/');
};

/** An address of a Service as a separate object. */
export const ipAddress = describeKind('networking.k8s.io/v1 IPAddress', {
	validate: {create: checkIPAddress, update: checkIPAddress},
	table: {
		columns: [nameColumn, {name: 'ParentRef', cell: parentText}],
		unnamed: ({metadata}, nowMs) => [age(metadata.creationTimestamp, nowMs)],
	},
});
