// A lesson, a drill or a run in another page: <k8s-walkthrough lesson="6" step="4" height="480"></k8s-walkthrough>
// It is a frame of this folder. What happens in it arrives as events of the element: step, answered and done, with the link in `detail`.
const folder = new URL('.', import.meta.url);

// Attributes that are parts of the link.
const parts = ['lesson', 'step', 'drill', 'exam', 'lang', 'run', 'recording', 'stop', 'story'];

class Walkthrough extends HTMLElement {
	static observedAttributes = [...parts, 'height', 'theme'];
	#frame = document.createElement('iframe');

	constructor() {
		super();
		this.#frame.title = 'k8s-walkthrough';
		this.#frame.loading = 'lazy';
		this.#frame.allow = 'clipboard-write';
		this.#frame.style.cssText = 'border: 1px solid #8886; border-radius: 8px; width: 100%; display: block';
	}

	connectedCallback() {
		this.style.display = 'block';
		this.append(this.#frame);
		this.#open();
		addEventListener('message', this.#heard);
	}

	disconnectedCallback() {
		removeEventListener('message', this.#heard);
	}

	attributeChangedCallback() {
		if (this.isConnected) {
			this.#open();
		}
	}

	#open() {
		const hash = new URLSearchParams();
		for (const name of parts) {
			const value = this.getAttribute(name);
			if (value !== null) {
				hash.set(name, value);
			}
		}

		this.#frame.style.height = `${Number(this.getAttribute('height')) || 480}px`;
		const theme = this.getAttribute('theme');
		const look = theme === 'light' || theme === 'dark' ? `&theme=${theme}` : '';
		const address = new URL(`?embed${look}#${hash}`, folder).href;
		if (this.#frame.src !== address) {
			this.#frame.src = address;
		}
	}

	#heard = ({source, data}) => {
		if (source === this.#frame.contentWindow && data?.source === 'k8s-walkthrough') {
			this.dispatchEvent(new CustomEvent(data.type, {detail: {link: data.link, correct: data.correct}, bubbles: true}));
		}
	};
}

customElements.define('k8s-walkthrough', Walkthrough);
