import {describeKind} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {ServiceCIDR} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {familyOf, isNetwork} from '../../objects/ip.js';
import {checkNetwork} from '../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const field = 'spec.cidrs';

/** @mirrors ValidateServiceCIDR */
export const checkServiceCIDR = (errors: Errors, range: ServiceCIDR): void => {
	checkMetadata(errors, range.metadata, false, nameRules.subdomain);
	const networks = range.spec?.cidrs ?? [];
	const shown = {CIDRs: networks};
	if (networks.length === 0) {
		errors.push(required(field, 'at least one CIDR required'));
		return;
	}

	if (networks.length > 2) {
		errors.push(invalid(field, shown, 'may only hold up to 2 values'));
		return;
	}

	const families = new Set(networks.map((network) => (isNetwork(network) ? familyOf(network) : network)));
	if (networks.length === 2 && (families.size < 2 || !networks.every((network) => isNetwork(network)))) {
		const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96';
		errors.push(invalid(field, shown, detail));
		return;
	}

	for (const [index, network] of networks.entries()) {
		checkNetwork(errors, `${field}[${index}]`, network);
	}
};

/** Checks an update of a range: only a second family may be added. @mirrors ValidateServiceCIDRUpdate */
export const checkServiceCIDRUpdate = (errors: Errors, range: ServiceCIDR, old: ServiceCIDR): void => {
	checkMetadataUpdate(errors, range.metadata, old.metadata);
	const now = range.spec?.cidrs ?? [];
	const before = old.spec?.cidrs ?? [];
	const grows = before.length === 1 && now.length === 2;
	if (now.length !== before.length && !grows) {
		errors.push(invalid(field, now, 'field is immutable'));
		return;
	}

	for (const [index, network] of before.entries()) {
		if (now[index] !== network) {
			errors.push(invalid(`${field}[${index}]`, now[index], 'field is immutable'));
		}
	}

	if (grows) {
		checkServiceCIDR(errors, range);
	}
};

/** A range of Service addresses. */
export const serviceCIDR = describeKind('networking.k8s.io/v1 ServiceCIDR', {
	validate: {create: checkServiceCIDR, update: checkServiceCIDRUpdate},
	statusEndpoint: {resets: ['spec', 'metadata']},
	table: {
		columns: [nameColumn, {name: 'CIDRs', cell: ({spec}) => (spec?.cidrs ?? []).join(',')}, ageColumn],
	},
});
