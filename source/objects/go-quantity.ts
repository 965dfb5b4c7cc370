import {readQuantity} from './quantity.js';

const word = 64n;

const words = (value: bigint): string => {
	const result: bigint[] = [];
	for (let rest = value; rest > 0n; rest >>= word) {
		result.push(BigInt.asUintN(64, rest));
	}

	return `[${result.join(' ')}]`;
};

/**
How Go prints a quantity that it read from its text, including its internal fields.

@mirrors k8s.io/apimachinery/pkg/api/resource ParseQuantity
*/
export const goQuantity = (text: string): string => {
	const {nanos, format, small} = readQuantity(text);
	const amount = small ?? {value: 0n, scale: 0, kept: false};
	const size = nanos < 0n ? -nanos : nanos;
	const large = small
		? '(*inf.Dec)<nil>'
		: `(*inf.Dec){unscaled:(big.Int){neg:(bool)${nanos < 0n} abs:(big.nat)${words(size)}} scale:(inf.Scale)9}`;
	return `{i:(resource.int64Amount){value:(int64)${amount.value} scale:(resource.Scale)${amount.scale}} d:(resource.infDecAmount){Dec:${large}} s:(string)${amount.kept ? text : ''} Format:(resource.Format)${format}}`;
};
