/** A scope, and which of its values. */
export interface ScopeExpression {
	readonly scopeName: string;
	readonly operator: string;
	readonly values: readonly string[];
}

/** Matching one of several values is enough; without values, the selector finds nothing at the key. */
export const matchesValues = ({operator, values}: ScopeExpression, own: readonly string[]): boolean => {
	switch (operator) {
		case 'In': {
			return own.some((value) => values.includes(value));
		}

		case 'NotIn': {
			return own.length === 0 || own.some((value) => !values.includes(value));
		}

		case 'DoesNotExist': {
			return own.length === 0;
		}

		default: {
			return own.length > 0;
		}
	}
};
