import test from 'ava';
import {Agenda} from './agenda.js';

test('what was cancelled does not happen, however much of it there is', (t) => {
	const agenda = new Agenda();
	const happened: number[] = [];
	const appointments = Array.from({length: 1000}, (_, index) =>
		agenda.add(1000 - index, index % 2 === 0, () => {
			happened.push(index);
		}),
	);
	t.is(agenda.pending, 500);
	for (const [index, appointment] of appointments.entries()) {
		if (index % 10 !== 3) {
			agenda.cancel(appointment);
			agenda.cancel(appointment);
		}
	}

	t.is(agenda.pending, 100);
	for (let next = agenda.next; next; next = agenda.next) {
		t.is(agenda.take(), next);
		next.happen();
		agenda.cancel(next);
	}

	t.deepEqual(
		happened,
		Array.from({length: 100}, (_, index) => 993 - 10 * index),
	);
	t.is(agenda.pending, 0);
	t.is(agenda.take(), undefined);
});
