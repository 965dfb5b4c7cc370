import {formatType, variable, type Type} from './type.js';
import {assignable, substitute, type Bindings} from './unification.js';

const variablesIn = (type: Type): readonly string[] => {
	switch (type.kind) {
		case 'variable': {
			return [type.name];
		}

		case 'list': {
			return variablesIn(type.item);
		}

		case 'map': {
			return [...variablesIn(type.key), ...variablesIn(type.value)];
		}

		case 'opaque': {
			return type.parameters.flatMap((parameter) => variablesIn(parameter));
		}

		case 'type': {
			return type.of ? variablesIn(type.of) : [];
		}

		default: {
			return [];
		}
	}
};

/** The types of an expression as far as they are known: the bindings of its type variables. */
export class Inference {
	#bindings: Bindings = new Map();
	#fresh = 0;

	/** A type that is not known yet. */
	variable(): Type {
		return variable(`_var${this.#fresh++}`);
	}

	/** The type with the values of its variables. @param unknownIsDyn whether unknown ones become dyn. */
	resolved(type: Type, unknownIsDyn = false): Type {
		return substitute(type, this.#bindings, unknownIsDyn);
	}

	/** A type as issues print it. */
	show(type: Type): string {
		return formatType(this.resolved(type));
	}

	/** Whether values of the given types can be used where the others are expected; if so, keeps the bindings. */
	accept(given: readonly Type[], expected: readonly Type[]): boolean {
		const trial = new Map(this.#bindings);
		const fits = given.every((type, index) => {
			const wanted = expected[index];
			return wanted !== undefined && assignable(type, wanted, trial);
		});
		if (fits) {
			this.#bindings = trial;
		}

		return fits;
	}

	/** The type with a fresh variable for each of its own. @param names The fresh variables by those that they replace. */
	instantiated(type: Type, names: Bindings): Type {
		for (const name of variablesIn(type)) {
			if (!names.has(name)) {
				names.set(name, this.variable());
			}
		}

		return substitute(type, names);
	}
}
