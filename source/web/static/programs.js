// Plays the programs of own-programs.js in this page, each example in a cluster of its own.
import {Cluster} from './cluster.js';
import {examples} from './own-programs.js';

const add = (parent, name, text, more = {}) => {
	const element = Object.assign(document.createElement(name), {textContent: text}, more);
	parent.append(element);
	return element;
};

const list = document.querySelector('#programs');
list.textContent = '';
for (const {title, programs, steps} of examples) {
	add(list, 'h2', title);
	add(list, 'pre', Object.values(programs).join('\n\n'), {className: 'report', tabIndex: 0});
	const output = add(list, 'pre', '…', {className: 'report output', tabIndex: 0});
	// The source is on the screen before the cluster runs.
	// eslint-disable-next-line no-await-in-loop
	await new Promise((painted) => {
		setTimeout(painted, 50);
	});
	const cluster = Cluster.create({programs});
	const lines = steps.map((step) => {
		if (typeof step === 'number') {
			cluster.runFor(step);
			return `# ${step / 1000} s pass\n`;
		}

		const {stdout, stderr} = cluster.kubectl(step);
		return `$ kubectl ${step}\n${stdout}${stderr}`.trimEnd() + '\n';
	});
	const [fingerprint] = /^fingerprint: .*$/m.exec(cluster.recording()) ?? [''];
	output.textContent = `${lines.join('')}# ${fingerprint}`;
}
