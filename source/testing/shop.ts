import {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {frame, note, receive, sleep, type Routine} from '../kernel/routine.js';
import {Recording, type World} from '../debugger/recording.js';
import {parseLabelSelector} from '../objects/label-selector.js';
import {matchesRequirements} from '../objects/labels.js';

/** A test's actions on the shop: order something, or break the rules of determinism. */
export type ShopInput = {readonly order: string} | {readonly cheat: true};

export interface ShopScenario {
	readonly seed: number;
	/** The baker's words; other words give another run. */
	readonly words?: string;
}

/**
A small shop for tests of the debugger: a clerk accepts orders and uses the oven, which a baker tends.

Each order is a value under `/orders/<name>` with a name, labels and a state that changes; a clock ticks as housekeeping.
*/
export const createShop = ({seed, words = 'bakes'}: ShopScenario): World<ShopInput> => {
	const kernel = new Kernel({seed});
	const orders = new Mailbox<string>('orders');
	const dough = new Mailbox<string>('dough');

	const write = (name: string, state: string): void => {
		kernel.ledger.write(`/orders/${name}`, {
			metadata: {name, labels: {kind: name.startsWith('big') ? 'big' : 'small'}},
			state,
			items: [{name: 'bread', done: state === 'baked'}],
		});
	};

	kernel.spawn('clerk', 'counter', function* () {
		for (;;) {
			const name = yield* receive(orders);
			yield* frame(
				{name: `serve ${name}`, stage: 'shop.serve', facts: {says: `${name} is served`}, object: `/orders/${name}`},
				serve(name),
			);
		}
	});

	function* serve(name: string): Routine {
		yield* frame({name: 'write down', component: 'book'}, writeDown(name));
		yield* sleep(5);
		kernel.send(dough, name);
		yield* note('shop.hand.over', {says: `${name} goes to the baker`, verb: 'create'});
	}

	function* writeDown(name: string): Routine {
		if (name === 'nothing') {
			yield* note('book.refuse', {says: 'nothing is no order', reason: 'Empty'}, {outcome: 'refused'});
			return;
		}

		write(name, 'ordered');
		yield* note(
			'book.write',
			{says: `${name} is written down`, request: {method: 'POST'}},
			{object: `/orders/${name}`},
		);
		yield* note('book.close', {says: 'the book is closed'});
	}

	kernel.spawn('baker', 'bakery', function* () {
		for (;;) {
			const name = yield* receive(dough);
			yield* sleep(kernel.random('oven').below(10) + 1);
			write(name, 'baked');
			yield* note(
				'bakery.bake',
				{says: `the baker ${words} ${name}`, reason: 'Baked', type: 'Normal'},
				{object: `/orders/${name}`},
			);
		}
	});
	kernel.spawn('clock', 'clock', function* () {
		for (;;) {
			yield* sleep(100, {periodic: true});
			yield* note('clock.tick', {says: 'tick'});
		}
	});

	let cheats = 0;
	return {
		kernel,
		sentence: ({facts}) => String(facts?.['says']),
		selects: (labels, selector) => matchesRequirements(parseLabelSelector(selector), labels),
		submit(input) {
			if ('cheat' in input) {
				kernel.spawn(`cheat/${++cheats}`, 'cheat', () =>
					note('cheat', {says: `the time is ${process.hrtime.bigint()}`}),
				);
			} else {
				kernel.send(orders, input.order);
			}
		},
	};
};

/** A recording of the shop in which this many orders have been completed. */
export const recordShop = (...names: readonly string[]): Recording<ShopScenario, ShopInput> => {
	const recording = new Recording({seed: 1}, createShop);
	for (const name of names) {
		recording.submit({order: name});
		while (recording.extend(undefined, true)) {
			// Each stop is on the tape.
		}
	}

	return recording;
};
