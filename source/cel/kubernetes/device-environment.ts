import type {Environment} from '../environment.js';
import {memoised} from '../../kernel/memoised.js';
import {Meter} from '../step.js';
import {bool, dyn, formatType, mapOf, objectType, string} from '../type.js';
import {CelError, type Value} from '../value.js';
import {kubernetesFunctions} from './library/kubernetes.js';
import {quantityType, quantityOf} from './library/quantity.js';
import {semverOf} from './library/semver.js';
import {compile, type Program} from '../compile.js';

/** A device as a selector reads it. */
export interface SelectedDevice {
	readonly driver: string;
	readonly attributes?: Readonly<Record<string, AttributeValue>>;
	readonly capacity?: Readonly<Record<string, {readonly value: string}>>;
	readonly allowMultipleAllocations?: boolean;
}

interface AttributeValue {
	readonly string?: string;
	readonly int?: number;
	readonly bool?: boolean;
	readonly version?: string;
}

/** The most that one evaluation may cost. @mirrors k8s.io/api/resource/v1 CELSelectorExpressionMaxCost */
const costLimit = 1_000_000;

const environment: Environment = {
	variables: {
		device: objectType('kubernetes.DRADevice', {
			driver: string,
			attributes: mapOf(string, mapOf(string, dyn)),
			capacity: mapOf(string, mapOf(string, quantityType)),
			allowMultipleAllocations: bool,
		}),
	},
	functions: kubernetesFunctions,
};

/** A selector for devices, or its error. */
export type DeviceSelector = {readonly program: Program} | {readonly error: string};

/** Compiles the expression of a device selector. @mirrors k8s.io/dynamic-resource-allocation/cel CompileCELExpression */
export const deviceSelector = memoised((expression: string): DeviceSelector => {
	const {program, issues} = compile(expression, environment);
	if (!program) {
		return {error: `compilation failed: ${issues}`};
	}

	return program.type === dyn || formatType(program.type) === formatType(bool)
		? {program}
		: {error: `must evaluate to bool or the unknown type, not ${formatType(program.type)}`};
}, 200);

/** Attributes or capacities by domain; a domain that is not there is empty. */
class Domains extends Map<Value, Value> {
	override get(key: Value): Value | undefined {
		return super.get(key) ?? (typeof key === 'string' ? new Map<Value, Value>() : undefined);
	}
}

/** Attributes or capacities by domain: names without a domain belong to the driver's. */
const byDomain = <T>(
	driver: string,
	named: Readonly<Record<string, T>> | undefined,
	valueOf: (item: T) => Value | undefined,
): Domains => {
	const domains = new Domains();
	for (const [name, item] of Object.entries(named ?? {})) {
		const slash = name.indexOf('/');
		const domain = slash < 0 ? driver : name.slice(0, slash);
		const value = valueOf(item);
		if (value === undefined) {
			throw new CelError(`attribute ${name}: unsupported attribute value`);
		}

		const own = domains.has(domain) ? domains.get(domain) : undefined;
		const values = own instanceof Map ? own : new Map<Value, Value>();
		domains.set(domain, values.set(name.slice(slash + 1), value));
	}

	return domains;
};

const attributeValue = ({string: text, int: number, bool: flag, version}: AttributeValue): Value | undefined =>
	number === undefined ? (flag ?? text ?? (version === undefined ? undefined : semverOf(version))) : BigInt(number);

/**
Whether a device satisfies a selector.

@throws {CelError} if the selector cannot be evaluated for it: an attribute that it lacks.
@mirrors k8s.io/dynamic-resource-allocation/cel CompilationResult.DeviceMatches
*/
export const deviceMatches = (program: Program, device: SelectedDevice): boolean => {
	const {driver, attributes, capacity, allowMultipleAllocations = false} = device;
	const value = new Map<Value, Value>([
		['driver', driver],
		['attributes', byDomain(driver, attributes, attributeValue)],
		['capacity', byDomain(driver, capacity, (item) => quantityOf(item.value))],
		['allowMultipleAllocations', allowMultipleAllocations],
	]);
	const result = program.evaluate({get: (name) => (name === 'device' ? value : undefined)}, new Meter(costLimit));
	if (typeof result !== 'boolean') {
		throw new CelError('CEL result could not be converted to bool');
	}

	return result;
};
