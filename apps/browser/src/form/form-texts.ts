import { ENGLISH } from '#pages/kit/texts/en.js';
import { JAPANESE } from '#pages/kit/texts/ja.js';
import { MALAY } from '#pages/kit/texts/ms.js';
import type { Language, Texts } from '#pages/kit/texts/texts.js';
import { THAI } from '#pages/kit/texts/th.js';

/** Texts that only this form has, in one language. The pages of the pay host have the others. */
interface OwnTexts {
  readonly number: string;
  readonly name: string;
  readonly expiry: string;
  readonly code: string;
  readonly emailOrNothing: string;
  readonly country: string;
  readonly city: string;
  readonly postalCode: string;
  readonly remember: string;
  readonly close: string;
  readonly chooseWay: string;
  readonly wrong: {
    readonly number: string;
    readonly brand: string;
    readonly expiry: string;
    readonly past: string;
    readonly code: string;
    readonly missing: string;
    readonly email: string;
    readonly phone_number: string;
    /** Short names, for methods that limit the length. */
    readonly name: string;
  };
  readonly notSent: string;
  readonly nothingOffered: string;
  readonly wrongKey: string;
}

export type FormTexts = OwnTexts & { readonly shared: Texts };

const OWN: Readonly<Record<Language, OwnTexts>> = {
  en: {
    number: 'Card number',
    name: 'Name on card',
    expiry: 'Expiry date',
    code: 'Security code',
    emailOrNothing: 'Email (optional)',
    country: 'Country',
    city: 'City',
    postalCode: 'Postal code',
    remember: 'Remember this card',
    close: 'Close',
    chooseWay: 'Payment method',
    wrong: {
      number: 'Card number is invalid',
      brand: 'This kind of card is not accepted',
      expiry: 'Expiry date is invalid',
      past: 'Card has expired',
      code: 'Security code is invalid',
      missing: 'Please fill this in',
      email: 'Email address is invalid',
      phone_number: 'Phone number is invalid',
      name: 'Name is too long',
    },
    notSent: 'No connection. Please try again.',
    nothingOffered: 'No payment method is available for this amount.',
    wrongKey: 'This shop cannot take payments here: its public key is not valid.',
  },
  th: {
    number: 'หมายเลขบัตร',
    name: 'ชื่อบนบัตร',
    expiry: 'วันหมดอายุ',
    code: 'รหัสความปลอดภัย',
    emailOrNothing: 'อีเมล (ไม่บังคับ)',
    country: 'ประเทศ',
    city: 'เมือง',
    postalCode: 'รหัสไปรษณีย์',
    remember: 'จดจำบัตรนี้',
    close: 'ปิด',
    chooseWay: 'วิธีชำระเงิน',
    wrong: {
      number: 'หมายเลขบัตรไม่ถูกต้อง',
      brand: 'ไม่รับบัตรประเภทนี้',
      expiry: 'วันหมดอายุไม่ถูกต้อง',
      past: 'บัตรหมดอายุแล้ว',
      code: 'รหัสความปลอดภัยไม่ถูกต้อง',
      missing: 'กรุณากรอกข้อมูล',
      email: 'อีเมลไม่ถูกต้อง',
      phone_number: 'หมายเลขโทรศัพท์ไม่ถูกต้อง',
      name: 'ชื่อยาวเกินไป',
    },
    notSent: 'เชื่อมต่อไม่ได้ กรุณาลองอีกครั้ง',
    nothingOffered: 'ไม่มีวิธีชำระเงินสำหรับจำนวนเงินนี้',
    wrongKey: 'ร้านค้านี้รับชำระเงินที่นี่ไม่ได้ คีย์สาธารณะไม่ถูกต้อง',
  },
  ja: {
    number: 'カード番号',
    name: 'カード名義',
    expiry: '有効期限',
    code: 'セキュリティコード',
    emailOrNothing: 'メールアドレス（任意）',
    country: '国',
    city: '市区町村',
    postalCode: '郵便番号',
    remember: 'このカードを保存する',
    close: '閉じる',
    chooseWay: 'お支払い方法',
    wrong: {
      number: 'カード番号が正しくありません',
      brand: 'このカードはご利用いただけません',
      expiry: '有効期限が正しくありません',
      past: 'カードの有効期限が切れています',
      code: 'セキュリティコードが正しくありません',
      missing: '入力してください',
      email: 'メールアドレスが正しくありません',
      phone_number: '電話番号が正しくありません',
      name: 'お名前が長すぎます',
    },
    notSent: '接続できません。もう一度お試しください。',
    nothingOffered: 'この金額で利用できるお支払い方法がありません。',
    wrongKey: '公開鍵が正しくないため、この店舗ではお支払いいただけません。',
  },
  ms: {
    number: 'Nombor kad',
    name: 'Nama pada kad',
    expiry: 'Tarikh luput',
    code: 'Kod keselamatan',
    emailOrNothing: 'E-mel (pilihan)',
    country: 'Negara',
    city: 'Bandar',
    postalCode: 'Poskod',
    remember: 'Ingat kad ini',
    close: 'Tutup',
    chooseWay: 'Cara pembayaran',
    wrong: {
      number: 'Nombor kad tidak sah',
      brand: 'Kad jenis ini tidak diterima',
      expiry: 'Tarikh luput tidak sah',
      past: 'Kad telah luput',
      code: 'Kod keselamatan tidak sah',
      missing: 'Sila isi ruangan ini',
      email: 'Alamat e-mel tidak sah',
      phone_number: 'Nombor telefon tidak sah',
      name: 'Nama terlalu panjang',
    },
    notSent: 'Tiada sambungan. Sila cuba lagi.',
    nothingOffered: 'Tiada cara pembayaran untuk jumlah ini.',
    wrongKey: 'Kedai ini tidak boleh menerima bayaran di sini: kunci awamnya tidak sah.',
  },
};
const SHARED: Readonly<Record<Language, Texts>> = { en: ENGLISH, th: THAI, ja: JAPANESE, ms: MALAY };

/** Texts of a locale such as `th` or `th_TH`; English for unknown locales. */
export function textsOf(locale: string): FormTexts {
  const [asked = ''] = locale.toLowerCase().split(/[-_]/);
  const language: Language = Object.hasOwn(OWN, asked) ? (asked as Language) : 'en';
  return { ...OWN[language], shared: SHARED[language] };
}
