import type { Texts } from './texts.js';

export const JAPANESE: Texts = {
  language: 'ja',
  testMode: 'テストモード',
  liveMode: '本番モード',
  emulated: 'Tollgate によるエミュレーションです。実際のお金は動きません。',
  timeLeft: '有効期限まで',
  refuse: '拒否する',
  returnTo: (merchant) => `${merchant} に戻る`,
  controls: {
    title: 'テスト用の操作',
    approve: '承認する',
    declineAs: '拒否の理由',
    expire: '今すぐ期限切れにする',
    openInConsole: 'コンソールで開く',
  },
  failures: {
    payment_expired: '支払い期限切れ',
    payment_rejected: '支払いの拒否',
    failed_processing: '処理の失敗',
    invalid_account: 'この支払い方法で使える口座がありません',
    insufficient_fund: '残高不足',
    invalid_security_code: 'セキュリティコードの誤り',
    stolen_or_lost_card: '盗難または紛失したカード',
    failed_fraud_check: '不正利用の疑い',
    invalid_account_number: '口座番号の誤り',
    expired_card: 'カードの有効期限切れ',
  },
  errors: {
    refused: {
      title: '無効なリクエストです',
      note: '前のページに戻って、もう一度お試しください。解決しない場合は、ショップにお問い合わせください。',
    },
    missing: {
      title: 'ページが見つかりません',
      note: 'このページは存在しません。ショップに戻って、もう一度お試しください。',
    },
    unavailable: {
      title: '現在ご利用いただけません',
      note: 'しばらく待ってから、このページを再読み込みしてください。',
    },
    broken: {
      title: 'エラーが発生しました',
      note: 'このページを再読み込みするか、ショップに戻ってください。',
    },
  },
  payment: {
    purpose: '安全なお支払い',
    title: (merchant) => `${merchant} へのお支払い`,
    method: 'お支払い方法',
    description: '内容',
    reference: (number) => `参照番号 ${number}`,
    charge: '課金 ID',
    pay: '支払う',
    payAmount: (amount) => `${amount} を支払う`,
    methods: {
      plain: (name) => name,
      app: (name) => `${name} アプリ`,
      installments: (name) => `${name} 分割払い`,
      card_installments: (name) => `${name} カード分割払い`,
      points: (name) => `${name} ポイント`,
      counters: (name) => `コンビニ、${name}、ネットバンキング`,
    },
    payee: 'お支払い先',
    kinds: {
      internet_banking: 'インターネットバンキング',
      mobile_banking: 'モバイルバンキング',
      wallet: 'ウォレット',
      qr: 'QRコード決済',
      installments: '分割払い',
      points: 'ポイント',
      counter: '店頭払い',
      card: 'カードの本人認証',
    },
    qrCode: 'QR コード',
    scanWith: (wallet) => `${wallet} アプリで読み取るか、下のボタンで続けてください。`,
    scanWithAny: '銀行またはウォレットのアプリで読み取るか、下のボタンで続けてください。',
    continueIn: (app) => `${app} で続ける`,
    appWouldOpen: (app) =>
      `スマートフォンでは、ここで ${app} アプリが開きます。このページはその画面をシミュレートします。下のボタンで承認または拒否してください。`,
    confirmWithBank: 'カード発行会社による本人確認',
    issuerWouldAsk: (card, bank) =>
      `ここで ${card} の発行会社${bank && `（${bank}）`}がワンタイムパスワード（3-D セキュア）を求めます。このページはその画面をシミュレートします。下のボタンで承認または拒否してください。`,
    challenge: {
      passwordSent: (card, bank) =>
        `${card} の発行会社${bank && `（${bank}）`}が、ワンタイムパスワードをお客様の電話に送信しました。入力してお支払いを承認してください。`,
      password: 'ワンタイムパスワード',
      confirm: '確認する',
      sendNew: '新しいコードを送信',
      sent: '新しいコードを送信しました。',
      cancel: 'キャンセル',
      wrong: 'コードが正しくありません。',
      attemptsLeft: (count) => `残り回数: ${count}`,
      hint: (accepted, refused) =>
        `SMS は送信されません。${accepted} で承認、${refused} で拒否となり、それ以外のコードは誤りになります。`,
    },
    missing: {
      title: 'お支払いが見つかりません',
      note: 'このお支払いページは存在しません。ショップに戻って、もう一度お試しください。',
    },
    outcomes: {
      authorized: { title: 'お支払いが承認されました', note: '代金は後ほどショップから請求されます。' },
      successful: { title: 'お支払いが完了しました', note: 'ショップがお支払いを受け取りました。' },
      failed: { title: 'お支払いに失敗しました', note: '代金は請求されていません。' },
      expired: {
        title: 'お支払いの期限が切れました',
        note: '期限までに完了しませんでした。代金は請求されていません。',
      },
      reversed: {
        title: 'お支払いが取り消されました',
        note: 'ショップがこのお支払いを取り消しました。代金は請求されていません。',
      },
    },
  },
  registration: {
    purpose: '安全な口座登録',
    title: (merchant) => `${merchant} への口座登録`,
    bank: '銀行',
    account: '口座',
    linkedAccount: '連携口座 ID',
    register: '口座を登録する',
    continueAt: (bank) => `${bank} で続ける`,
    bankWouldAsk: (bank, merchant) =>
      `ここで ${bank} が、ログイン、口座の選択、${merchant} による引き落としへの同意を求めます。このページはその画面をシミュレートします。下のボタンで登録または拒否してください。`,
    missing: {
      title: '登録が見つかりません',
      note: 'この登録ページは存在しません。ショップに戻って、もう一度お試しください。',
    },
    outcomes: {
      successful: {
        title: '口座が登録されました',
        note: '今後、ショップは再度の確認なしにこの口座から引き落とせます。',
      },
      failed: { title: '登録に失敗しました', note: '口座は登録されませんでした。' },
      expired: {
        title: '登録の期限が切れました',
        note: '期限までに完了しませんでした。口座は登録されていません。',
      },
    },
  },
  paying: {
    card: 'カードで支払う',
    cardNumber: 'カード番号',
    nameOnCard: 'カードの名義',
    expiry: '有効期限 (MM/YY)',
    expiryInvalid: '有効期限を MM/YY の形式で入力してください。',
    testCard: 'テストカードを使う',
    chooseTestCard: 'カードを選択',
    securityCode: 'セキュリティコード',
    needsScript: 'カードで支払うには、JavaScript を有効にしてください。',
    cardRefused: 'このカードは使えません。入力内容を確認して、もう一度お試しください。',
    cardNotSent: 'カード情報を送信できませんでした。接続を確認して、もう一度お試しください。',
    otherMethods: 'その他のお支払い方法',
    groups: {
      qr: 'QRコード決済',
      mobile_banking: 'モバイルバンキング',
      wallet: 'ウォレット',
      installments: '分割払い',
      other: 'その他',
    },
    fields: {
      name: 'お名前',
      email: 'メールアドレス',
      phone_number: '電話番号',
      bank: '銀行',
      installment_term: '分割回数',
    },
    address: {
      street1: '番地',
      street2: '建物名',
      city: '市区町村',
      state: '都道府県',
      country: '国',
      postal_code: '郵便番号',
    },
    months: (count) => `${count} か月`,
    refused: 'このお支払いは受け付けられませんでした。入力内容を確認して、もう一度お試しください。',
    waiting: {
      title: 'お支払いをお待ちしています',
      note: '下のコードを読み取るか、番号を使ってお支払いください。このページは自動的に更新されます。',
    },
    continueElsewhere: 'お支払いページで続けてください。このページは自動的に更新されます。',
    code: 'お支払いコード',
    checkAgain: 'もう一度確認する',
    continue: 'お支払いに進む',
  },
  link: {
    payAnotherWay: 'ほかのお支払い方法を試す',
    missing: {
      title: 'リンクが見つかりません',
      note: 'この支払いリンクは存在しません。ショップに新しいリンクをご依頼ください。',
    },
    over: {
      paid: { title: 'お支払い済みです', note: 'このリンクはすでに支払い済みです。' },
      deleted: {
        title: 'このリンクは無効です',
        note: 'ショップがこのリンクを削除しました。ショップに新しいリンクをご依頼ください。',
      },
    },
  },
  checkout: {
    order: 'ご注文',
    cancel: 'キャンセルしてショップに戻る',
    missing: {
      title: 'お支払いページが見つかりません',
      note: 'このお支払いページは存在しません。ショップに戻って、もう一度お試しください。',
    },
    over: {
      cancelled: {
        title: 'お支払いはキャンセルされました',
        note: '代金は請求されていません。ショップに戻ってやり直してください。',
      },
      expired: {
        title: 'お支払いページの期限が切れました',
        note: '期限までに完了しませんでした。ショップに戻って、もう一度お試しください。',
      },
    },
  },
  shop: {
    purpose: 'ショップに戻りました',
    title: (order) =>
      order === '' ? 'ここからはショップのページになります' : `ここにショップの注文 ${order} が表示されます`,
    note: 'ショップはシークレットキーで課金を取得して確認してください。お客様が戻ってきた URL だけで判断してはいけません。',
  },
};
