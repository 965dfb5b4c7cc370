import {isQuantity} from '../objects/quantity.js';
import {findText, type FoundText} from './find-text.js';
import {placeholderIn} from './placeholder.js';
import type {Adviser} from './refused.js';

/** Lists of amounts: their values are quantities. */
const amountLists = new Set(['requests', 'limits', 'hard', 'capacity', 'max', 'min', 'default', 'defaultRequest']);

/** The places with an invalid quantity in an object: the server does not name them. */
const wrongAmount = (object: unknown): FoundText | undefined =>
	findText(
		object,
		(text, field) => (amountLists.has(String(field.at(-2))) || field.at(-1) === 'sizeLimit') && !isQuantity(text),
	);

/** Units as users write them, in small letters, and as a quantity needs them. */
const units: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		['k', 'm', 'g', 't'].flatMap((letter) => {
			const big = letter === 'k' ? 'k' : letter.toUpperCase();
			const binary = `${letter.toUpperCase()}i`;
			return [
				[`${letter}b`, big],
				[`${letter}i`, binary],
				[`${letter}ib`, binary],
			];
		}),
	),
	g: 'G',
	t: 'T',
	b: '',
	cpu: '',
	cpus: '',
	core: '',
	cores: '',
	millicores: 'm',
};

/** The amount that a text means; `undefined` if it is not an amount, or counts bytes in a field of CPUs. */
const validAmount = ({text, field}: FoundText): string | undefined => {
	const [, number = '', unit = ''] = /^([\d.]+)([a-z]*)$/i.exec(text.replaceAll(/\s/g, '').replace(',', '.')) ?? [];
	const amount = `${number}${units[unit.toLowerCase()] ?? unit}`;
	const isPossible = !String(field.at(-1)).endsWith('cpu') || /^[\d.]+m?$/.test(amount);
	return isPossible && isQuantity(amount) ? amount : undefined;
};

/** Advice for amounts that no quantity can hold. */
export const amountAdvisers: readonly Adviser[] = [
	[
		/quantities must match the regular expression|unable to parse quantity's suffix|unable to parse numeric part of quantity/,
		(_, {object}) => {
			const wrong = wrongAmount(object);
			const better = wrong && validAmount(wrong);
			const placeholder = wrong && placeholderIn(wrong.text);
			return wrong
				? {
						field: wrong.field,
						advice: [
							({cluster}) =>
								placeholder === undefined ? cluster.noQuantity(wrong.text) : cluster.placeholder(placeholder),
						],
						candidates: better === undefined ? [] : [{field: wrong.field, change: {value: better}, ofFile: true}],
					}
				: {advice: []};
		},
	],
];
