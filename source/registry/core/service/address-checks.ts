import {duplicate, invalid, required} from '../../../objects/field-error.js';
import type {Service} from '../../../objects/kubernetes.generated.js';
import {familyOf} from '../../../objects/ip.js';
import {checkSupported, type Errors} from '../../validation/checks.js';
import {checkIP} from '../../validation/ip.js';
import {semanticEqual} from '../../../kernel/equality.js';

type Spec = NonNullable<Service['spec']>;

/** Whether a Service has no address of its own. */
export const isHeadless = (spec: Spec): boolean => spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';

/** Checks the addresses of a Service against each other and against its families. @mirrors ValidateServiceClusterIPsRelatedFields */
export const checkClusterIPs = (errors: Errors, spec: Spec): void => {
	if (spec.type === 'ExternalName') {
		return;
	}

	const {clusterIP, clusterIPs = [], ipFamilies = []} = spec;
	const field = 'spec.clusterIPs';
	if (clusterIP) {
		if (clusterIPs.length === 0) {
			errors.push(required(field));
		} else if (clusterIPs[0] !== clusterIP) {
			errors.push(invalid(field, clusterIPs, 'first value must match `clusterIP`'));
		}
	} else if (clusterIPs.length > 0) {
		errors.push(invalid(field, clusterIPs, 'must be empty when `clusterIP` is not specified'));
	}

	for (const [index, family] of ipFamilies.entries()) {
		checkSupported(errors, `spec.ipFamilies[${index}]`, family, ['IPv4', 'IPv6']);
		if (ipFamilies.indexOf(family) < index) {
			errors.push(duplicate(`spec.ipFamilies[${index}]`, family));
		}
	}

	if (spec.ipFamilyPolicy !== undefined) {
		checkSupported(errors, 'spec.ipFamilyPolicy', spec.ipFamilyPolicy, [
			'PreferDualStack',
			'RequireDualStack',
			'SingleStack',
		]);
	}

	let wrong = false;
	for (const [index, address] of clusterIPs.entries()) {
		if (index === 0 && address === 'None') {
			if (clusterIPs.length > 1) {
				wrong = true;
				errors.push(invalid(field, clusterIPs, "'None' must be the first and only value"));
			}
		} else {
			wrong = !checkIP(errors, `${field}[${index}]`, address) || wrong;
		}
	}

	if (clusterIPs.length > 2) {
		errors.push(invalid(field, clusterIPs, 'may only hold up to 2 values'));
	}

	if (wrong) {
		return;
	}

	if (clusterIPs.length > 1 && new Set(clusterIPs.map((address) => familyOf(address))).size < 2) {
		errors.push(invalid(field, clusterIPs, 'may specify no more than one IP for each IP family'));
	}

	for (const [index, address] of (isHeadless(spec) ? [] : clusterIPs).entries()) {
		const family: string | undefined = ipFamilies[index];
		if ((family === 'IPv4' || family === 'IPv6') && familyOf(address) !== family) {
			errors.push(
				invalid(`${field}[${index}]`, address, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``),
			);
		}
	}
};

/** Checks that an update keeps the addresses or families that are assigned. @mirrors validateUpgradeDowngradeClusterIPs, validateUpgradeDowngradeIPFamilies */
export const checkKept = (
	errors: Errors,
	name: 'clusterIPs' | 'ipFamilies',
	secondary: string,
	now: Spec,
	before: Spec,
	skip: boolean,
): void => {
	const values: readonly string[] = now[name] ?? [];
	const old: readonly string[] = before[name] ?? [];
	if (skip || semanticEqual(values, old)) {
		return;
	}

	if (values.length === old.length) {
		for (const [index, value] of old.entries()) {
			if (value !== values[index]) {
				errors.push(invalid(`spec.${name}[${name === 'clusterIPs' ? index : 0}]`, values, 'may not change once set'));
			}
		}

		return;
	}

	if (values.length === 0) {
		errors.push(
			invalid(
				`spec.${name}[0]`,
				now[name] ?? null,
				`primary ${name === 'clusterIPs' ? 'clusterIP' : 'ipFamily'} can not be unset`,
			),
		);
	} else if (old.length > 0 && values[0] !== old[0]) {
		errors.push(invalid(`spec.${name}[0]`, now.clusterIPs ?? null, 'may not change once set'));
	}

	if (values.length === 1 && old.length > 1 && now.ipFamilyPolicy !== 'SingleStack') {
		errors.push(
			invalid(
				'spec.ipFamilyPolicy',
				now.ipFamilyPolicy ?? null,
				`must be set to 'SingleStack' when releasing the ${secondary}`,
			),
		);
	}
};
