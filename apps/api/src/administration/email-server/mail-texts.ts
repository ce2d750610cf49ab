type Language = 'it' | 'en';

/** The message with which an administrator tries the server. */
export function testMail(language: Language, to: string) {
  return language === 'it'
    ? {
        to,
        subject: 'Messaggio di prova di Fibado',
        text: 'Il server di posta di questa istanza di Fibado funziona: questo messaggio ne è la prova.\n',
      }
    : {
        to,
        subject: 'Test message from Fibado',
        text: 'The e-mail server of this Fibado instance works: this message proves it.\n',
      };
}
