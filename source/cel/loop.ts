import {asBool, decided} from './decided.js';
import type {Evaluation, Plan, Scope, Step} from './step.js';
import type {Macro, Node, OptionalMacro} from './syntax.js';
import {CelError, elementsOf, entriesOf, List, Optional, type Value} from './value.js';
import type {Checked} from './checked.js';

/** The rounds of a loop: one or two values in each. */
const roundsOf = (range: Value, count: number): ReadonlyArray<readonly Value[]> => {
	const elements = elementsOf(range);
	if (elements) {
		return count === 1 ? elements.map((item) => [item]) : elements.map((item, index) => [BigInt(index), item]);
	}

	const entries = entriesOf(range);
	if (!entries) {
		throw new CelError('no such overload');
	}

	return count === 1 ? entries.map(([key]) => [key]) : entries;
};

/** One iteration: the loop's names are set, then the parts of the body can be evaluated. */
interface Body {
	/** Sets the names of the loop. */
	readonly bind: (frame: Evaluation, values: readonly Value[]) => void;
	/** Whether the condition holds; true if there is no condition. */
	readonly holds: (frame: Evaluation) => boolean;
	readonly rounds: (frame: Evaluation) => ReadonlyArray<readonly Value[]>;
	/** The result for an element: the element itself if the macro does not transform it. */
	readonly result: (frame: Evaluation, values: readonly Value[]) => Value;
}

const bodyOf = (node: Macro, checked: Checked, scope: Scope, plan: Plan): Body => {
	const range = plan(node.range, checked, scope);
	const inner = [...scope, ...node.names];
	const planned = (part: Node | undefined): Step | undefined => part && plan(part, checked, inner);
	const condition = planned(node.condition);
	const result = planned(node.result);
	return {
		bind(frame, values) {
			for (const [index, value] of values.entries()) {
				frame.locals[scope.length + index] = value;
			}

			frame.meter.spend(3);
		},
		holds: (frame) => asBool(condition ? condition(frame) : true),
		rounds: (frame) => roundsOf(range(frame), node.names.length),
		result: (frame, [first = null]) => (result ? result(frame) : first),
	};
};

/** A loop that ends at the first deciding element; failures are kept until then. */
const deciding =
	({bind, holds, rounds}: Body, decisive: boolean): Step =>
	(frame) =>
		decided(
			rounds(frame),
			(values) => {
				bind(frame, values);
				return holds(frame);
			},
			decisive,
		);

const counting =
	({bind, holds, rounds}: Body): Step =>
	(frame) => {
		let count = 0;
		for (const values of rounds(frame)) {
			bind(frame, values);
			count += holds(frame) ? 1 : 0;
		}

		return count === 1;
	};

const listing =
	({bind, holds, rounds, result}: Body): Step =>
	(frame) => {
		frame.meter.spend(10);
		const items: Value[] = [];
		for (const values of rounds(frame)) {
			bind(frame, values);
			if (holds(frame)) {
				frame.meter.spend(10);
				items.push(result(frame, values));
			}
		}

		return new List(items);
	};

const mapping =
	({bind, holds, rounds, result}: Body, makesEntries: boolean): Step =>
	(frame) => {
		frame.meter.spend(30);
		const map = new Map<Value, Value>();
		for (const values of rounds(frame)) {
			bind(frame, values);
			if (!holds(frame)) {
				continue;
			}

			const made = result(frame, values);
			const [first = null] = values;
			for (const [key, value] of makesEntries ? (entriesOf(made) ?? []) : [[first, made] as const]) {
				if (map.has(key)) {
					throw new CelError(`insert failed: key ${String(key)} already exists`);
				}

				map.set(key, value);
			}
		}

		return map;
	};

/** The result of an operation on an optional value, if there is one. */
const ofOptional = (node: Macro & OptionalMacro, checked: Checked, scope: Scope, plan: Plan): Step => {
	const range = plan(node.range, checked, scope);
	const {bind, result} = bodyOf(node, checked, scope, plan);
	return (frame) => {
		const value = range(frame);
		if (!(value instanceof Optional)) {
			throw new CelError('no such overload');
		}

		if (value.value === undefined) {
			return value;
		}

		const values = [value.value];
		bind(frame, values);
		const made = result(frame, values);
		return node.macro === 'optMap' ? new Optional(made) : made;
	};
};

/** A loop over a list or a map. @mirrors interpreter.evalFold with the macros of parser/macro.go */
export const loop = (node: Macro, checked: Checked, scope: Scope, plan: Plan): Step => {
	switch (node.macro) {
		case 'all':
		case 'exists': {
			return deciding(bodyOf(node, checked, scope, plan), node.macro === 'exists');
		}

		case 'exists_one': {
			return counting(bodyOf(node, checked, scope, plan));
		}

		case 'filter':
		case 'map':
		case 'transformList': {
			return listing(bodyOf(node, checked, scope, plan));
		}

		case 'transformMap':
		case 'transformMapEntry': {
			return mapping(bodyOf(node, checked, scope, plan), node.macro === 'transformMapEntry');
		}

		default: {
			return ofOptional(node, checked, scope, plan);
		}
	}
};
