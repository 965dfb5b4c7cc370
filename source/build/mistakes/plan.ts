import {Random} from '../../kernel/random.js';
import type {Application} from './applications/application.js';
import {applications} from './applications/applications.js';
import type {Draw, Mistake, Planted} from './mistake.js';
import {mistakes} from './mistakes.js';

/** An application with one mistake or two, determined by a number. */
export interface MistakePlan {
	readonly number: number;
	readonly application: Application;
	/** Names and classes, in the order of the text. */
	readonly mistakes: ReadonlyArray<{readonly name: string; readonly class: string} & Omit<Planted, 'text'>>;
	readonly text: string;
}

/** Applications per application with two mistakes. */
const twoEvery = 6;

/** Moves the lines of a mistake to where they are once another one is planted above them. */
const moved = ({from, to}: Omit<Planted, 'text'>, other: Planted, lines: number): Omit<Planted, 'text'> =>
	other.from <= from ? {from: from + lines, to: to + lines} : {from, to};

/** A second mistake for a text: of another class, and one with which kubectl can still read the file. */
const another = (
	mistake: Mistake,
	text: string,
	draw: Draw,
): readonly [mistake: Mistake, planted: Planted] | readonly [] => {
	for (let attempt = 0; attempt < 20 && mistake.class !== 'yaml'; attempt++) {
		const other = mistakes[draw(mistakes.length)];
		const planted =
			other === undefined || ['yaml', mistake.class].includes(other.class) ? undefined : other.plant(text, draw);
		if (other && planted) {
			return [other, planted];
		}
	}

	return [];
};

/** The application, and the mistakes in it, for a number: the mistake is drawn first, so that all mistakes are equally frequent. */
export const mistakePlanOf = (number: number): MistakePlan => {
	const random = new Random(number, 'mistakes');
	const draw = (limit: number): number => random.below(limit);
	for (;;) {
		const mistake = mistakes[number % mistakes.length];
		const application = applications[draw(applications.length)];
		const first = application && mistake?.plant(application.text, draw);
		if (!mistake || !application || !first) {
			continue;
		}

		const {text, ...place} = first;
		const one = {name: mistake.name, class: mistake.class, ...place};
		const [other, second] = number % twoEvery === twoEvery - 1 ? another(mistake, text, draw) : [];
		if (!second || !other) {
			return {number, application, mistakes: [one], text};
		}

		const lines = second.text.split('\n').length - text.split('\n').length;
		return {
			number,
			application,
			text: second.text,
			mistakes: [
				{...one, ...moved(place, second, lines)},
				{name: other.name, class: other.class, from: second.from, to: second.to},
			].toSorted((left, right) => left.from - right.from),
		};
	}
};
