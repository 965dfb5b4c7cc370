import {duplicate, invalid, forbidden, required, tooLong, tooMany} from '../../objects/field-error.js';
import type {
	Device,
	DeviceAttribute,
	DeviceTaint,
	ResourceSlice,
	ResourceSliceSpec,
} from '../../objects/kubernetes.generated.js';
import {cIdentifierErrors, dnsSubdomainErrors, labelValueErrors} from '../../objects/names.js';
import {
	checkDNSLabel,
	checkImmutable,
	checkLabelKey,
	refuseEach,
	requireSupported,
	requireValue,
	type Errors,
} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkNodeSelector} from '../validation/selectors.js';

/** @mirrors k8s.io/api/resource/v1 ResourceSliceMaxDevices and what follows */
const most = {
	devices: 128,
	/** The slices whose devices have taints, consume counters, or have lists for attributes. */
	advancedDevices: 64,
	properties: 32,
	driver: 63,
	pool: 253,
	identifier: 32,
	value: 64,
};

const identifier = '[0-9A-Za-z-]+';
const preRelease = String.raw`(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const semanticVersion = new RegExp(
	String.raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-${preRelease}(\.${preRelease})*)?(\+${identifier}(\.${identifier})*)?$`,
);

const effects = ['NoExecute', 'NoSchedule', 'None'];

/** @mirrors validateDriverName */
const checkDriver = (errors: Errors, field: string, driver: string): void => {
	if (requireValue(errors, field, driver)) {
		if (driver.length > most.driver) {
			errors.push(tooLong(field, driver, most.driver));
		}

		refuseEach(errors, field, driver, dnsSubdomainErrors(driver.toLowerCase()));
	}
};

/** @mirrors validatePoolName */
const checkPool = (errors: Errors, field: string, pool: ResourceSliceSpec['pool'] | undefined): void => {
	const {name = '', resourceSliceCount = 0, generation = 0} = pool ?? {};
	if (requireValue(errors, `${field}.name`, name)) {
		if (name.length > most.pool) {
			errors.push(tooLong(`${field}.name`, name, most.pool));
		}

		for (const part of name.split('/')) {
			refuseEach(errors, `${field}.name`, part, dnsSubdomainErrors(part));
		}
	}

	if (resourceSliceCount <= 0) {
		errors.push(invalid(`${field}.resourceSliceCount`, resourceSliceCount, 'must be greater than zero'));
	}

	if (generation < 0) {
		errors.push(invalid(`${field}.generation`, generation, 'must be greater than or equal to zero'));
	}
};

const checkIdentifier = (errors: Errors, field: string, name: string): void => {
	if (name.length > most.identifier) {
		errors.push(tooLong(field, name, most.identifier));
	}

	refuseEach(errors, field, name, cIdentifierErrors(name));
};

/** The name of an attribute or a capacity: with the domain of a driver as its prefix, or in its own driver's domain. @mirrors validateQualifiedName */
const checkQualifiedName = (errors: Errors, field: string, text: string): void => {
	const [first = '', second, ...more] = text.split('/');
	if (more.length > 0) {
		errors.push(invalid(field, text, 'must not contain more than one slash'));
		return;
	}

	if (second === undefined) {
		checkIdentifier(errors, field, first);
		return;
	}

	if (first === '') {
		errors.push(invalid(field, '', 'the domain must not be empty'));
	} else {
		checkDriver(errors, field, first);
	}

	if (second === '') {
		errors.push(invalid(field, '', 'the name must not be empty'));
	} else {
		checkIdentifier(errors, field, second);
	}
};

const checkText = (errors: Errors, field: string, text: string, isVersion: boolean): void => {
	if (isVersion && !semanticVersion.test(text)) {
		errors.push(invalid(field, text, 'must be a string compatible with semver.org spec 2.0.0'));
	}

	if (text.length > most.value) {
		errors.push(tooLong(field, text, most.value));
	}
};

/** @mirrors validateDeviceAttribute */
const checkAttribute = (errors: Errors, field: string, attribute: DeviceAttribute): void => {
	const given = Object.entries(attribute).filter(([, value]) => value !== undefined && value !== null);
	for (const [kind, value] of given) {
		const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
		if (texts.length === 0) {
			errors.push(invalid(`${field}.${kind}`, value, 'must not be empty if specified'));
		}

		for (const [index, text] of texts.entries()) {
			if (typeof text === 'string') {
				const at = Array.isArray(value) ? `${field}.${kind}[${index}]` : `${field}.${kind}`;
				checkText(errors, at, text, kind.startsWith('version'));
			}
		}
	}

	if (given.length !== 1) {
		errors.push(invalid(field, given.length === 0 ? '' : attribute, 'exactly one value must be specified'));
	}
};

/** @mirrors validateDeviceTaint */
const checkTaint = (errors: Errors, field: string, {key, value = '', effect}: DeviceTaint): void => {
	checkLabelKey(errors, `${field}.key`, key ?? '');
	refuseEach(errors, `${field}.value`, value, labelValueErrors(value));
	requireSupported(errors, `${field}.effect`, effect, effects);
};

/** The nodes of a slice or device, given by one of several fields. */
interface Nodes {
	readonly nodeName?: string;
	readonly nodeSelector?: Device['nodeSelector'];
	readonly allNodes?: boolean;
	readonly perDeviceNodeSelection?: boolean;
}

/** @returns the fields that are set, as messages name them. */
const nodeFields = (errors: Errors, field: string, nodes: Nodes, emptyName: string): readonly string[] => {
	const {nodeName, nodeSelector} = nodes;
	const set: string[] = [];
	if (nodeName === '') {
		errors.push(invalid(`${field}.nodeName`, nodeName, emptyName));
	} else if (nodeName !== undefined) {
		set.push('`nodeName`');
		refuseEach(errors, `${field}.nodeName`, nodeName, dnsSubdomainErrors(nodeName));
	}

	if (nodeSelector) {
		set.push('`nodeSelector`');
		checkNodeSelector(errors, `${field}.nodeSelector`, nodeSelector);
	}

	for (const name of ['allNodes', 'perDeviceNodeSelection'] as const) {
		if (nodes[name] === true) {
			set.push(`\`${name}\``);
		} else if (nodes[name] === false) {
			errors.push(invalid(`${field}.${name}`, false, 'must be either unset or set to true'));
		}
	}

	return set;
};

const checkNodesOfDevice = (errors: Errors, field: string, device: Device, isPerDevice: boolean): void => {
	const {nodeName, nodeSelector, allNodes} = device;
	if (!isPerDevice) {
		if (nodeName !== undefined || nodeSelector || allNodes !== undefined) {
			const message =
				'`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
			errors.push(invalid(field, null, message));
		}

		return;
	}

	const set = nodeFields(errors, field, {nodeName, nodeSelector, allNodes}, 'must not be empty');
	const message =
		'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
	if (set.length === 0) {
		errors.push(required(field, message));
	} else if (set.length > 1) {
		errors.push(invalid(field, `{${set.join(', ')}}`, message));
	}
};

/** @mirrors validateDeviceBindingParameters */
const checkBinding = (errors: Errors, field: string, device: Device): void => {
	const {bindingConditions = [], bindingFailureConditions = []} = device;
	for (const [name, conditions] of Object.entries({bindingConditions, bindingFailureConditions})) {
		for (const [index, condition] of conditions.entries()) {
			const at = `${field}.${name}[${index}]`;
			checkLabelKey(errors, at, condition);
			if (conditions.indexOf(condition) < index) {
				errors.push(duplicate(at, condition));
			}

			if (name === 'bindingFailureConditions' && bindingConditions.includes(condition)) {
				errors.push(invalid(at, condition, 'bindingFailureConditions must not overlap with bindingConditions'));
			}
		}
	}

	const [some, lacks] = [bindingConditions.length > 0, bindingFailureConditions.length === 0];
	if (some && lacks) {
		const message = 'bindingFailureConditions are required to use bindingConditions';
		errors.push(invalid(`${field}.bindingFailureConditions`, null, message));
	} else if (!some && !lacks) {
		const message = 'bindingConditions are required to use bindingFailureConditions';
		errors.push(invalid(`${field}.bindingConditions`, null, message));
	}
};

/** @mirrors validateDevice */
const checkDevice = (errors: Errors, field: string, device: Device, isPerDevice: boolean): void => {
	const {name = '', attributes = {}, capacity = {}, taints = [], allowMultipleAllocations = false} = device;
	checkDNSLabel(errors, `${field}.name`, name);
	const properties = Object.keys(attributes).length + Object.keys(capacity).length;
	if (properties > most.properties) {
		const message = `the total number of attributes and capacities must not exceed ${most.properties}`;
		errors.push(invalid(field, properties, message));
	}

	for (const [key, attribute] of Object.entries(attributes)) {
		checkQualifiedName(errors, `${field}.attributes`, key);
		checkAttribute(errors, `${field}.attributes[${key}]`, attribute);
	}

	for (const [key, {requestPolicy}] of Object.entries(capacity)) {
		checkQualifiedName(errors, `${field}.capacity`, key);
		if (requestPolicy && !allowMultipleAllocations) {
			errors.push(forbidden(`${field}.capacity[${key}].requestPolicy`, 'allowMultipleAllocations must be true'));
		}
	}

	for (const [index, taint] of taints.entries()) {
		checkTaint(errors, `${field}.taints[${index}]`, taint);
	}

	checkNodesOfDevice(errors, field, device, isPerDevice);
	checkBinding(errors, field, device);
};

const isAdvanced = ({taints = [], consumesCounters = [], attributes = {}}: Device): boolean =>
	taints.length > 0 ||
	consumesCounters.length > 0 ||
	Object.values(attributes).some((attribute) => Object.values(attribute).some((value) => Array.isArray(value)));

const checkDevices = (
	errors: Errors,
	field: string,
	{devices = [], perDeviceNodeSelection}: ResourceSliceSpec,
): void => {
	const maximum = devices.some((device) => isAdvanced(device)) ? most.advancedDevices : most.devices;
	if (devices.length > maximum) {
		errors.push(tooMany(field, devices.length, maximum));
		return;
	}

	for (const [index, device] of devices.entries()) {
		checkDevice(errors, `${field}[${index}]`, device, perDeviceNodeSelection === true);
	}

	const names = devices.map(({name}) => name);
	for (const [index, name] of names.entries()) {
		if (names.indexOf(name) < index) {
			errors.push(duplicate(`${field}[${index}]`, name));
		}
	}
};

/**
The devices that a driver publishes.

Simplified: counters, the policies of capacities and mappings to the resources of nodes are not checked.

@mirrors k8s.io/kubernetes/pkg/apis/resource/validation ValidateResourceSlice
*/
export const checkResourceSlice = (errors: Errors, {metadata, spec}: ResourceSlice, old?: ResourceSlice): void => {
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
	} else {
		checkMetadata(errors, metadata, false, nameRules.subdomain);
	}

	checkDriver(errors, 'spec.driver', spec.driver);
	checkPool(errors, 'spec.pool', spec.pool);
	if (old) {
		checkImmutable(errors, 'spec.pool.name', spec.pool.name, old.spec.pool.name);
		checkImmutable(errors, 'spec.driver', spec.driver, old.spec.driver);
		checkImmutable(errors, 'spec.nodeName', spec.nodeName, old.spec.nodeName);
	}

	const set = nodeFields(errors, 'spec', spec, 'must be either unset or set to a non-empty string');
	const terms = spec.nodeSelector?.nodeSelectorTerms;
	if (terms && terms.length !== 1) {
		errors.push(invalid('spec.nodeSelector.nodeSelectorTerms', terms, 'must have exactly one node selector term'));
	}

	const message = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
	if (set.length === 0) {
		errors.push(required('spec', message));
	} else if (set.length > 1) {
		errors.push(invalid('spec', `{${set.join(', ')}}`, `${message}, but multiple fields are set`));
	}

	if (spec.sharedCounters && spec.devices) {
		errors.push(invalid('spec', '', 'only one of `sharedCounters` or `devices` is allowed'));
	}

	checkDevices(errors, 'spec.devices', spec);
};
