import type {LanguageName} from '../stages/language-names.js';

/** The page's own words, around the screen. */
export interface PageWords {
	readonly home: string;
	readonly commands: string;
	readonly keys: string;
	readonly copy: string;
	readonly copied: string;
	/** The notice about a link from another version. */
	readonly made: (made: string, own: string) => string;
	readonly openWith: (version: string) => string;
	readonly tooLarge: string;
	readonly mend: string;
	readonly editor: string;
	readonly fix: string;
	readonly apply: string;
	readonly anew: string;
	readonly nextProblem: string;
	/** @param done how many files are checked already */
	readonly checking: (done: number) => string;
	/** @param done how many parts of long work are done */
	readonly working: (done: number) => string;
	readonly explore: string;
	readonly exploreAbout: string;
	/** The fields, by the flags of the command `explore`. */
	readonly exploreFields: Readonly<Record<'seeds' | 'vary' | 'commands' | 'traffic' | 'ask' | 'faults', string>>;
	readonly start: string;
	readonly checkLessons: string;
	readonly backHome: string;
	readonly check: string;
	readonly cancel: string;
	/** The buttons of kubectl's editor. */
	readonly saveAndClose: string;
	readonly back: string;
	readonly problems: (errors: number, warnings: number) => string;
	readonly search: string;
	readonly close: string;
	readonly lessons: string;
	readonly drills: string;
	readonly yours: string;
	readonly paste: string;
	readonly choose: string;
	readonly chooseFolder: string;
	readonly run: string;
	readonly running: string;
	readonly example: string;
	readonly language: string;
	readonly commandLine: string;
	readonly private: string;
	readonly unkept: string;
	/** The storage has no room. */
	readonly full: string;
}

/** The words in each language. */
export const pageWords: Readonly<Partial<Record<LanguageName, PageWords>> & Record<'en', PageWords>> = {
	en: {
		home: 'Home',
		commands: 'Commands',
		keys: 'All keys',
		copy: 'Copy link',
		copied: 'The link to this stop is copied.',
		made: (made, own) => `made with ${made}; this is ${own}: the run may differ`,
		openWith: (version) => `Open it with ${version}`,
		tooLarge: 'This run is too large for a link.',
		mend: 'Apply the fix',
		editor: 'Editor',
		fix: 'Fix',
		check: 'Check',
		cancel: 'Cancel',
		saveAndClose: 'Save and close',
		back: 'Back to the manifests',
		apply: 'Apply',
		anew: 'Apply to a new cluster',
		nextProblem: 'Next problem',
		checking: (done) => `Tried in a cluster …${done === 0 ? '' : ` ${done}`}`,
		working: (done) => `Running in other threads …${done === 0 ? '' : ` ${done}`}`,
		explore: 'Explore',
		exploreAbout:
			'Your manifests run many times, each time with a different seed. The report shows the distribution of the answers and how the runs end. A semicolon separates several items.',
		exploreFields: {
			seeds: 'Number of runs',
			vary: 'What varies (--vary)',
			commands: 'Commands after the files are applied (--then)',
			traffic: 'Client that sends requests (--traffic)',
			ask: 'Questions (--ask)',
			faults: 'Random faults in each run (--faults)',
		},
		start: 'Start',
		checkLessons: 'Check the lessons',
		backHome: 'Back',
		problems: (errors, warnings) =>
			errors + warnings === 0
				? 'No problem found.'
				: `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
		search: 'Search actions, objects and stages',
		close: 'Close',
		lessons: 'Lessons',
		drills: 'Drills: broken clusters to repair',
		yours: 'Your manifests',
		paste: 'Paste YAML here, or drop files or folders',
		choose: 'Choose files',
		chooseFolder: 'Choose a folder',
		run: 'Apply to a cluster',
		running: 'The cluster is running …',
		example: 'Example',
		language: 'Language',
		commandLine: 'A command: kubectl get pods, or a word of the debugger',
		private: 'Everything runs in this page. Your files are not sent anywhere.',
		unkept: 'This browser stores nothing for this page: closing the tab loses your progress.',
		full: 'The storage of this browser is full: your progress is not kept. Delete data of other pages to make room.',
	},
	zh: {
		home: '首页',
		commands: '命令',
		keys: '全部按键',
		copy: '复制链接',
		copied: '已复制到此步骤的链接。',
		made: (made, own) => `此链接由 ${made} 版制作；本页是 ${own} 版：运行可能不同`,
		openWith: (version) => `用 ${version} 版打开`,
		tooLarge: '此运行太大，无法放入链接。',
		mend: '应用修复',
		editor: '编辑器',
		fix: '修复',
		check: '只检查',
		cancel: '取消',
		saveAndClose: '保存并关闭',
		back: '返回清单',
		apply: '应用',
		anew: '应用到新集群',
		nextProblem: '下一个问题',
		checking: (done) => `正在集群中试运行 …${done === 0 ? '' : ` ${done}`}`,
		working: (done) => `正在其他线程中运行 …${done === 0 ? '' : ` ${done}`}`,
		explore: '探索',
		exploreAbout: '您的清单会以不同的种子运行多次。报告显示答案的分布和不同的结局。用分号分隔多个条目。',
		exploreFields: {
			seeds: '运行次数',
			vary: '变化的设置（--vary）',
			commands: '应用文件之后的命令（--then）',
			traffic: '发送请求的客户端（--traffic）',
			ask: '问题（--ask）',
			faults: '每次运行的随机故障（--faults）',
		},
		start: '开始',
		checkLessons: '检查课程',
		backHome: '返回',
		problems: (errors, warnings) =>
			errors + warnings === 0 ? '没有发现问题。' : `${errors} 个错误，${warnings} 个警告`,
		search: '搜索操作、对象和阶段',
		close: '关闭',
		lessons: '课程',
		drills: '演练：待修复的集群',
		yours: '您的清单',
		paste: '在此粘贴 YAML，或拖入文件或文件夹',
		choose: '选择文件',
		chooseFolder: '选择文件夹',
		run: '应用到集群',
		running: '集群正在运行 …',
		example: '示例',
		language: '语言',
		commandLine: '命令：kubectl get pods，或调试器的命令',
		private: '一切都在本页面中运行。您的文件不会发送到任何地方。',
		unkept: '此浏览器不为本页面保存数据：关闭标签页，进度就会丢失。',
		full: '此浏览器的存储空间已满：进度不会保存。请删除其他网页的数据以腾出空间。',
	},
	ru: {
		home: 'Начало',
		commands: 'Команды',
		keys: 'Все клавиши',
		copy: 'Скопировать ссылку',
		copied: 'Ссылка на эту остановку скопирована.',
		made: (made, own) => `ссылка сделана версией ${made}, а это ${own}: прогон может отличаться`,
		openWith: (version) => `Открыть в версии ${version}`,
		tooLarge: 'Этот прогон слишком велик для ссылки.',
		mend: 'Применить исправление',
		editor: 'Редактор',
		fix: 'Исправить',
		check: 'Проверить',
		cancel: 'Отмена',
		saveAndClose: 'Сохранить и закрыть',
		back: 'Назад к манифестам',
		apply: 'Применить',
		anew: 'Применить к новому кластеру',
		nextProblem: 'Следующая проблема',
		checking: (done) => `Проверка в кластере …${done === 0 ? '' : ` ${done}`}`,
		working: (done) => `Работа в других потоках …${done === 0 ? '' : ` ${done}`}`,
		explore: 'Исследовать',
		exploreAbout:
			'Ваши манифесты выполняются много раз с разными начальными числами. Отчёт показывает распределение ответов и разные исходы. Несколько значений разделяет точка с запятой.',
		exploreFields: {
			seeds: 'Число прогонов',
			vary: 'Что меняется (--vary)',
			commands: 'Команды после применения файлов (--then)',
			traffic: 'Клиент, который шлёт запросы (--traffic)',
			ask: 'Вопросы (--ask)',
			faults: 'Случайные сбои в каждом прогоне (--faults)',
		},
		start: 'Начать',
		checkLessons: 'Проверить уроки',
		backHome: 'Назад',
		problems: (errors, warnings) =>
			errors + warnings === 0 ? 'Проблем не найдено.' : `ошибки: ${errors}, предупреждения: ${warnings}`,
		search: 'Поиск действий, объектов и стадий',
		close: 'Закрыть',
		lessons: 'Уроки',
		drills: 'Тренировки: сломанные кластеры',
		yours: 'Ваши манифесты',
		paste: 'Вставьте YAML или перетащите файлы или папки',
		choose: 'Выбрать файлы',
		chooseFolder: 'Выбрать папку',
		run: 'Применить к кластеру',
		running: 'Кластер работает …',
		example: 'Пример',
		language: 'Язык',
		commandLine: 'Команда: kubectl get pods или команда отладчика',
		private: 'Всё выполняется на этой странице. Ваши файлы никуда не отправляются.',
		unkept: 'Браузер ничего не хранит для этой страницы: прогресс исчезнет вместе с вкладкой.',
		full: 'Хранилище браузера заполнено: прогресс не сохраняется. Удалите данные других страниц.',
	},
};
