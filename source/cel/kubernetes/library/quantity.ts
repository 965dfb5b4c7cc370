import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {CelError, Opaque} from '../../value.js';
import {formatQuantity, isQuantity, readQuantity, type Amount} from '../../../objects/quantity.js';

export const quantityType = opaque('kubernetes.Quantity');
const overload = declareWith({Quantity: quantityType});

const nano = 1_000_000_000n;

/** An amount as Kubernetes writes it. */
export class Quantity extends Opaque {
	readonly type = quantityType;

	constructor(readonly amount: Amount) {
		super();
	}

	get nanos(): bigint {
		return this.amount.nanos;
	}

	override equals(other: Opaque): boolean {
		return other instanceof Quantity && other.nanos === this.nanos;
	}

	override toString(): string {
		return formatQuantity(this.amount);
	}

	with(nanos: bigint): Quantity {
		return new Quantity({nanos, format: this.amount.format});
	}
}

/** A quantity as a value of an expression. @throws {CelError} if the text is not a quantity. */
export const quantityOf = (text: string): Quantity => {
	try {
		return new Quantity(readQuantity(text));
	} catch (error) {
		throw new CelError((error as Error).message);
	}
};

const isInteger = ({nanos}: Quantity): boolean => nanos % nano === 0n && nanos / nano < 2n ** 63n - 1n;

const compare = (a: Quantity, b: Quantity): bigint => {
	if (a.nanos < b.nanos) {
		return -1n;
	}

	if (a.nanos > b.nanos) {
		return 1n;
	}

	return 0n;
};

/** @mirrors library.Quantity */
export const quantity: readonly Overload[] = [
	overload('quantity(string) Quantity', quantityOf),
	overload('isQuantity(string) bool', (text: string) => isQuantity(text)),
	overload('sign(Quantity) int', ({nanos}: Quantity) => {
		if (nanos > 0n) {
			return 1n;
		}

		if (nanos < 0n) {
			return -1n;
		}

		return 0n;
	}),
	overload('Quantity::sign() int', ({nanos}: Quantity) => {
		if (nanos > 0n) {
			return 1n;
		}

		if (nanos < 0n) {
			return -1n;
		}

		return 0n;
	}),
	overload('Quantity::isGreaterThan(Quantity) bool', (a: Quantity, b: Quantity) => a.nanos > b.nanos),
	overload('Quantity::isLessThan(Quantity) bool', (a: Quantity, b: Quantity) => a.nanos < b.nanos),
	overload('Quantity::compareTo(Quantity) int', compare),
	overload('Quantity::asApproximateFloat() double', ({nanos}: Quantity) => Number(nanos) / 1e9),
	overload('Quantity::asInteger() int', (value: Quantity) => {
		if (!isInteger(value)) {
			throw new CelError('cannot convert value to integer');
		}

		return value.nanos / nano;
	}),
	overload('Quantity::isInteger() bool', isInteger),
	overload('Quantity::add(Quantity) Quantity', (a: Quantity, b: Quantity) => a.with(a.nanos + b.nanos)),
	overload('Quantity::add(int) Quantity', (a: Quantity, b: bigint) => a.with(a.nanos + b * nano)),
	overload('Quantity::sub(Quantity) Quantity', (a: Quantity, b: Quantity) => a.with(a.nanos - b.nanos)),
	overload('Quantity::sub(int) Quantity', (a: Quantity, b: bigint) => a.with(a.nanos - b * nano)),
];
