import type { Texts } from './texts.js';

export const MALAY: Texts = {
  language: 'ms',
  testMode: 'Mod ujian',
  liveMode: 'Mod sebenar',
  emulated: 'Diemulasikan oleh Tollgate: tiada wang sebenar terlibat.',
  timeLeft: 'Tamat tempoh dalam',
  refuse: 'Tolak',
  returnTo: (merchant) => `Kembali ke ${merchant}`,
  controls: {
    title: 'Kawalan ujian',
    approve: 'Luluskan',
    declineAs: 'Tolak sebagai',
    expire: 'Tamatkan sekarang',
    openInConsole: 'Buka dalam konsol',
  },
  failures: {
    payment_expired: 'Pembayaran tamat tempoh',
    payment_rejected: 'Pembayaran ditolak',
    failed_processing: 'Pemprosesan gagal',
    invalid_account: 'Tiada akaun yang sah untuk kaedah pembayaran ini',
    insufficient_fund: 'Dana tidak mencukupi',
    invalid_security_code: 'Kod keselamatan tidak sah',
    stolen_or_lost_card: 'Kad dicuri atau hilang',
    failed_fraud_check: 'Semakan penipuan gagal',
    invalid_account_number: 'Nombor akaun tidak sah',
    expired_card: 'Kad tamat tempoh',
  },
  errors: {
    refused: {
      title: 'Permintaan tidak sah',
      note: 'Kembali dan cuba lagi. Jika masih berlaku, hubungi kedai.',
    },
    missing: {
      title: 'Halaman tidak ditemui',
      note: 'Halaman ini tidak wujud. Kembali ke kedai dan cuba lagi.',
    },
    unavailable: {
      title: 'Tidak tersedia buat masa ini',
      note: 'Tunggu sebentar, kemudian muat semula halaman ini.',
    },
    broken: { title: 'Ralat telah berlaku', note: 'Muat semula halaman ini, atau kembali ke kedai.' },
  },
  payment: {
    purpose: 'Pembayaran selamat',
    title: (merchant) => `Bayar ${merchant}`,
    method: 'Kaedah',
    description: 'Keterangan',
    reference: (number) => `Rujukan ${number}`,
    charge: 'ID caj',
    pay: 'Bayar',
    payAmount: (amount) => `Bayar ${amount}`,
    methods: {
      plain: (name) => name,
      app: (name) => `Aplikasi ${name}`,
      installments: (name) => `Ansuran ${name}`,
      card_installments: (name) => `Ansuran kad ${name}`,
      points: (name) => `Mata ganjaran ${name}`,
      counters: (name) => `Konbini, ${name} dan perbankan dalam talian`,
    },
    payee: 'Bayar kepada',
    kinds: {
      internet_banking: 'Perbankan internet',
      mobile_banking: 'Perbankan mudah alih',
      wallet: 'E-dompet',
      qr: 'Bayaran QR',
      installments: 'Ansuran',
      points: 'Mata ganjaran',
      counter: 'Bayaran di kaunter',
      card: 'Pengesahan kad',
    },
    qrCode: 'Kod QR',
    scanWith: (wallet) => `Imbas dengan aplikasi ${wallet}, atau teruskan di bawah.`,
    scanWithAny: 'Imbas dengan aplikasi bank atau e-dompet anda, atau teruskan di bawah.',
    continueIn: (app) => `Teruskan dalam ${app}`,
    appWouldOpen: (app) =>
      `Pada telefon, aplikasi ${app} akan dibuka di sini. Halaman ini mensimulasikannya: luluskan atau tolak di bawah.`,
    confirmWithBank: 'Sahkan dengan bank anda',
    issuerWouldAsk: (card, bank) =>
      `Pengeluar kad ${card}${bank && ` (${bank})`} akan meminta kata laluan sekali guna (3-D Secure). Halaman ini mensimulasikannya: luluskan atau tolak di bawah.`,
    challenge: {
      passwordSent: (card, bank) =>
        `Pengeluar kad ${card}${bank && ` (${bank})`} telah menghantar kata laluan sekali guna ke telefon anda. Masukkannya untuk mengesahkan pembayaran ini.`,
      password: 'Kata laluan sekali guna',
      confirm: 'Sahkan',
      sendNew: 'Hantar kod baharu',
      sent: 'Kod baharu telah dihantar.',
      cancel: 'Batal',
      wrong: 'Kod ini salah.',
      attemptsLeft: (count) => `Baki percubaan: ${count}`,
      hint: (accepted, refused) =>
        `Tiada SMS dihantar. ${accepted} meluluskan, ${refused} menolak, kod lain adalah salah.`,
    },
    missing: {
      title: 'Pembayaran tidak ditemui',
      note: 'Halaman pembayaran ini tidak wujud. Kembali ke kedai dan cuba lagi.',
    },
    outcomes: {
      authorized: { title: 'Pembayaran dibenarkan', note: 'Peniaga akan mengutip bayaran kemudian.' },
      successful: { title: 'Pembayaran berjaya', note: 'Peniaga telah menerima bayaran anda.' },
      failed: { title: 'Pembayaran gagal', note: 'Anda tidak dicaj.' },
      expired: {
        title: 'Pembayaran tamat tempoh',
        note: 'Pembayaran tidak selesai dalam masa yang ditetapkan. Anda tidak dicaj.',
      },
      reversed: {
        title: 'Pembayaran dibatalkan',
        note: 'Peniaga telah membatalkan pembayaran ini. Anda tidak dicaj.',
      },
    },
  },
  registration: {
    purpose: 'Pendaftaran selamat',
    title: (merchant) => `Daftar akaun dengan ${merchant}`,
    bank: 'Bank',
    account: 'Akaun',
    linkedAccount: 'ID akaun terpaut',
    register: 'Daftar akaun',
    continueAt: (bank) => `Teruskan di ${bank}`,
    bankWouldAsk: (bank, merchant) =>
      `${bank} akan meminta anda log masuk, memilih akaun dan membenarkan ${merchant} mendebitnya. Halaman ini mensimulasikannya: daftar atau tolak di bawah.`,
    missing: {
      title: 'Pendaftaran tidak ditemui',
      note: 'Halaman pendaftaran ini tidak wujud. Kembali ke kedai dan cuba lagi.',
    },
    outcomes: {
      successful: {
        title: 'Akaun telah didaftarkan',
        note: 'Peniaga kini boleh mendebit akaun ini tanpa bertanya lagi.',
      },
      failed: { title: 'Pendaftaran gagal', note: 'Akaun tidak didaftarkan.' },
      expired: {
        title: 'Pendaftaran tamat tempoh',
        note: 'Pendaftaran tidak selesai dalam masa yang ditetapkan. Akaun tidak didaftarkan.',
      },
    },
  },
  paying: {
    card: 'Bayar dengan kad',
    cardNumber: 'Nombor kad',
    nameOnCard: 'Nama pada kad',
    expiry: 'Tarikh luput (MM/YY)',
    expiryInvalid: 'Masukkan tarikh luput sebagai MM/YY.',
    testCard: 'Gunakan kad ujian',
    chooseTestCard: 'Pilih kad',
    securityCode: 'Kod keselamatan',
    needsScript: 'Dayakan JavaScript untuk membayar dengan kad.',
    cardRefused: 'Kad ini tidak diterima. Semak butiran dan cuba lagi.',
    cardNotSent: 'Maklumat kad tidak dapat dihantar. Semak sambungan anda dan cuba lagi.',
    otherMethods: 'Kaedah pembayaran lain',
    groups: {
      qr: 'Bayaran QR',
      mobile_banking: 'Perbankan mudah alih',
      wallet: 'E-dompet',
      installments: 'Ansuran',
      other: 'Lain-lain',
    },
    fields: {
      name: 'Nama anda',
      email: 'E-mel',
      phone_number: 'Nombor telefon',
      bank: 'Bank pilihan',
      installment_term: 'Tempoh ansuran',
    },
    address: {
      street1: 'Alamat jalan',
      street2: 'Alamat jalan, baris 2',
      city: 'Bandar',
      state: 'Negeri',
      country: 'Negara',
      postal_code: 'Poskod',
    },
    months: (count) => `${count} bulan`,
    refused: 'Pembayaran ini tidak diterima. Semak butiran dan cuba lagi.',
    waiting: {
      title: 'Menunggu pembayaran anda',
      note: 'Imbas kod atau gunakan nombor di bawah. Halaman ini dikemas kini secara automatik.',
    },
    continueElsewhere: 'Teruskan di halaman pembayaran. Halaman ini dikemas kini secara automatik.',
    code: 'Kod pembayaran',
    checkAgain: 'Semak semula',
    continue: 'Teruskan pembayaran',
  },
  link: {
    payAnotherWay: 'Cuba kaedah pembayaran lain',
    missing: {
      title: 'Pautan tidak ditemui',
      note: 'Pautan pembayaran ini tidak wujud. Minta pautan baharu daripada kedai.',
    },
    over: {
      paid: { title: 'Sudah dibayar', note: 'Pautan ini sudah dibayar.' },
      deleted: {
        title: 'Pautan tidak lagi sah',
        note: 'Kedai telah memadamkan pautan ini. Minta pautan baharu daripada kedai.',
      },
    },
  },
  checkout: {
    order: 'Pesanan',
    cancel: 'Batal dan kembali ke kedai',
    missing: {
      title: 'Halaman bayaran tidak ditemui',
      note: 'Halaman bayaran ini tidak wujud. Kembali ke kedai dan cuba lagi.',
    },
    over: {
      cancelled: {
        title: 'Bayaran dibatalkan',
        note: 'Anda tidak dicaj. Kembali ke kedai untuk mula semula.',
      },
      expired: {
        title: 'Halaman bayaran tamat tempoh',
        note: 'Bayaran tidak selesai dalam masa yang ditetapkan. Kembali ke kedai dan cuba lagi.',
      },
    },
  },
  shop: {
    purpose: 'Kembali ke kedai',
    title: (order) =>
      order === ''
        ? 'Kedai anda akan diteruskan di sini'
        : `Kedai anda akan memaparkan pesanan ${order} di sini`,
    note: 'Kedai perlu mendapatkan semula caj dengan kunci rahsianya. Jangan bergantung pada URL kepulangan pelanggan sahaja.',
  },
};
