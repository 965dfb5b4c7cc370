import type {Overload} from './function.js';
import {asBool, decided} from './decided.js';
import {loop} from './loop.js';
import {Meter, type Activation, type Evaluation, type Plan, type Scope, type Step} from './step.js';
import type {Call, Node} from './syntax.js';
import {typeName} from './type.js';
import {
	accepts,
	CelError,
	isMap,
	List,
	lookUp,
	Optional,
	Struct,
	typeOf,
	TypeValue,
	Uint,
	type Value,
} from './value.js';
import type {Checked} from './checked.js';

/** Evaluates the expression. @throws {CelError} with cel-go's words. */
export type Evaluate = (activation: Activation, meter?: Meter) => Value;

/** Turns a checked expression into functions, once, so that evaluating it is only calling them. @mirrors github.com/google/cel-go/interpreter */
export const evaluator = (node: Node, checked: Checked): Evaluate => {
	const step = plan(node, checked, []);
	return (activation, meter = new Meter()) => step({activation, meter, locals: []});
};

const createCosts = {list: 10, map: 30, struct: 40} as const;

/** Long because it is a table: one case for each kind of node. */
const plan: Plan = (node, checked, scope) => {
	switch (node.op) {
		case 'constant': {
			const {value} = node;
			const constant: Value = value.type === 'uint' ? new Uint(value.value) : value.value;
			return () => constant;
		}

		case 'name': {
			return planName(node.name, scope, checked, node);
		}

		case 'select': {
			return planSelect(node, checked, scope);
		}

		case 'has': {
			const operand = plan(node.operand, checked, scope);
			const {field} = node;
			// A presence test has no cost of its own.
			return (frame) => {
				const value = operand(frame);
				return value instanceof Optional
					? value.value !== undefined && find(value.value, field) !== undefined
					: find(value, field) !== undefined;
			};
		}

		case 'call': {
			return planCall(node, checked, scope);
		}

		case 'list': {
			const items = node.items.map(({item, optional}) => ({item: plan(item, checked, scope), optional}));
			return (frame) => {
				frame.meter.spend(createCosts.list);
				return new List(
					items.flatMap(({item, optional}) => {
						const value = item(frame);
						return optional ? present(value) : [value];
					}),
				);
			};
		}

		case 'map': {
			const entries = node.entries.map(({key, value, optional}) => ({
				key: plan(key, checked, scope),
				value: plan(value, checked, scope),
				optional,
			}));
			return (frame) => {
				frame.meter.spend(createCosts.map);
				const map = new Map<Value, Value>();
				for (const {key, value, optional} of entries) {
					const at = key(frame);
					if (map.has(at)) {
						throw new CelError(`Failed with repeated key`);
					}

					for (const item of optional ? present(value(frame)) : [value(frame)]) {
						map.set(at, item);
					}
				}

				return map;
			};
		}

		case 'struct': {
			const fields = node.fields.map(({name, value, optional}) => ({
				name,
				value: plan(value, checked, scope),
				optional,
			}));
			const {name} = node;
			return (frame) => {
				frame.meter.spend(createCosts.struct);
				return new Struct(
					name,
					new Map(
						fields.flatMap(({name: field, value, optional}) =>
							(optional ? present(value(frame)) : [value(frame)]).map((item) => [field, item] as const),
						),
					),
				);
			};
		}

		case 'macro': {
			return loop(node, checked, scope, plan);
		}

		default: {
			throw new Error('an expression with issues is not evaluated');
		}
	}
};

const present = (value: Value): readonly Value[] =>
	value instanceof Optional && value.value !== undefined ? [value.value] : [];

const planName = (name: string, scope: Scope, checked: Checked, node: Node): Step => {
	const depth = scope.lastIndexOf(name);
	if (depth >= 0) {
		return (frame) => frame.locals[depth] ?? null;
	}

	const type = checked.types.get(node);
	if (type?.kind === 'type' && type.of) {
		const value = new TypeValue(type.of);
		return () => value;
	}

	const bare = name.replace(/^\./, '');
	return (frame) => {
		frame.meter.spend(1);
		const value = frame.activation.get(bare);
		if (value === undefined) {
			throw new CelError(`no such attribute(s): ${bare}`);
		}

		return value;
	};
};

/** A field of a value, `undefined` if it has no such field. */
const find = (value: Value, field: string): Value | undefined => {
	if (value instanceof Struct) {
		return value.fields.get(field);
	}

	return isMap(value) ? lookUp(value, field) : undefined;
};

const planSelect = (node: Node & {readonly op: 'select'}, checked: Checked, scope: Scope): Step => {
	const qualified = checked.qualified.get(node);
	if (qualified !== undefined) {
		return planName(qualified, scope, checked, node);
	}

	const operand = plan(node.operand, checked, scope);
	const {field, optional} = node;
	return (frame) => {
		frame.meter.spend(1);
		const value = operand(frame);
		if (optional || value instanceof Optional) {
			const inner = value instanceof Optional ? value.value : value;
			const found = inner === undefined ? undefined : find(inner, field);
			if (found === undefined) {
				return new Optional();
			}

			if (found instanceof Optional) {
				return found;
			}

			return new Optional(found);
		}

		const found = find(value, field);
		if (found === undefined) {
			throw new CelError(`no such key: ${field}`);
		}

		return found;
	};
};

const planCall = (node: Call, checked: Checked, scope: Scope): Step => {
	const {name, target} = node;
	const overloads = checked.overloads.get(node) ?? [];
	const isMember = overloads[0]?.member ?? false;
	const parameters = (isMember && target ? [target, ...node.parameters] : node.parameters).map((parameter) =>
		plan(parameter, checked, scope),
	);
	switch (name) {
		case '_&&_':
		case '_||_': {
			return logical(parameters, name === '_||_');
		}

		case '_?_:_': {
			return choice(parameters);
		}

		default: {
			return invocation(overloads, parameters);
		}
	}
};

const choice =
	([condition, yes, no]: readonly Step[]): Step =>
	(frame) => {
		const taken = asBool(condition?.(frame)) ? yes : no;
		if (!taken) {
			throw new CelError('no such overload');
		}

		return taken(frame);
	};

/** One side may fail, or not be a bool, if the other decides. */
const logical =
	(sides: readonly Step[], decisive: boolean): Step =>
	(frame) =>
		decided(sides, (side) => asBool(side(frame)), decisive);

/** The size of a new value in the memory of an evaluation. */
const sizeOf = (value: Value): number => {
	if (typeof value === 'string') {
		return value.length;
	}

	return value instanceof List ? 10 * value.items.length : 0;
};

/** Calls the first overload of the function that accepts the values. */
const invocation = (overloads: readonly Overload[], parameters: readonly Step[]): Step => {
	const invoke = (overload: Overload, frame: Evaluation, values: readonly Value[]): Value => {
		frame.meter.spend(overload.cost ? overload.cost(...values) : 1);
		const result = overload.call(...values);
		frame.meter.make(sizeOf(result));
		return result;
	};
	return (frame) => {
		const values = parameters.map((parameter) => parameter(frame));
		for (const overload of overloads) {
			if (overload.parameters.every((type, index) => accepts(type, values[index] ?? null))) {
				return invoke(overload, frame, values);
			}
		}

		const name = overloads[0]?.name ?? '';
		throw new CelError(
			/^(?:_.*_|[-!]_|@in)$/.test(name)
				? 'no such overload'
				: `no such overload: ${name}(${values.map((value) => typeName(typeOf(value)).split('(')[0]).join(', ')})`,
		);
	};
};
