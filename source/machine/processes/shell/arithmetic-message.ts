import type {ArithmeticError} from './arithmetic.js';
import type {Dialect} from './syntax/tree.js';

/** The message of a shell about an expression without a value. */
export const arithmeticMessage = ({kind, rest, expression}: ArithmeticError, dialect: Dialect): string => {
	if (dialect === 'bash') {
		const token = ` (error token is "${rest}")`;
		switch (kind) {
			case 'operand': {
				return `${expression}: syntax error: operand expected${rest === '' ? '' : token}`;
			}

			case 'operator': {
				return `${expression}: syntax error in expression${token}`;
			}

			case 'division': {
				return `${expression}: division by 0${token}`;
			}

			case 'number': {
				return `${expression}: value too great for base${token}`;
			}

			case 'depth': {
				return `${expression}: expression recursion level exceeded${token}`;
			}
		}
	}

	if (dialect === 'ash') {
		return kind === 'division' ? 'divide by zero' : 'arithmetic syntax error';
	}

	return kind === 'division'
		? 'arithmetic expression: division by zero: "' + expression + '"'
		: `arithmetic expression: expecting ${kind === 'operand' ? 'primary' : 'EOF'}: "${expression}"`;
};
