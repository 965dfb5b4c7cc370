// Lists the events of the elements above: `step`, `answered` and `done`, the latest first.
const list = document.querySelector('#events');
for (const type of ['step', 'answered', 'done']) {
	addEventListener(type, ({detail}) => {
		const item = document.createElement('li');
		item.textContent = `${type} ${detail.link}${detail.correct === undefined ? '' : ` correct: ${detail.correct}`}`;
		list.prepend(item);
	});
}
